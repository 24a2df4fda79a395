"""A WebSocket client (RFC 6455) of what the protocol needs: text, ping, pong, close."""
import base64
import hashlib
import os
import socket
import struct
import threading


class LineLost(Exception):
    """The line is over. code is the close code, 0 for none."""

    def __init__(self, why, code=0):
        super().__init__(why)
        self.code = code


MOST = 4 << 20  # bytes of a frame that is read
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Line:
    def __init__(self, host, port, timeout=10.0):
        try:
            self.socket = socket.create_connection((host, port), timeout)
            self._shake(host, port)
        except (OSError, ValueError) as e:
            raise LineLost(str(e)) from e
        self.socket.settimeout(100)  # Minehand pings every 20 s
        self.lock = threading.Lock()

    def _shake(self, host, port):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            ("GET / HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % (host, port, key)).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            got = self.socket.recv(1)
            if not got or len(head) > 16384:
                raise LineLost("no answer to the upgrade")
            head += got
        lines = head.decode("latin-1").split("\r\n")
        if " 101 " not in lines[0] + " ":
            raise LineLost("refused: " + lines[0])
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        if not any(l.lower().startswith("sec-websocket-accept:") and l.split(":", 1)[1].strip() == accept for l in lines):
            raise LineLost("what answers is no WebSocket")

    def _exactly(self, n):
        data = b""
        while len(data) < n:
            got = self.socket.recv(min(65536, n - len(data)))
            if not got:
                raise LineLost("the line is closed")
            data += got
        return data

    def _frame(self):
        first, second = self._exactly(2)
        n = second & 127
        if n == 126:
            n = struct.unpack(">H", self._exactly(2))[0]
        elif n == 127:
            n = struct.unpack(">Q", self._exactly(8))[0]
        if n > MOST:
            raise LineLost("a frame of %d bytes" % n)
        return bool(first & 128), first & 15, self._exactly(n)

    def _send(self, kind, data):
        head = bytes([128 | kind])
        if len(data) < 126:
            head += bytes([128 | len(data)])
        elif len(data) < 65536:
            head += bytes([254]) + struct.pack(">H", len(data))
        else:
            head += bytes([255]) + struct.pack(">Q", len(data))
        mask = os.urandom(4)
        n = len(data)
        key = int.from_bytes((mask * (n // 4 + 1))[:n], "big")
        masked = (int.from_bytes(data, "big") ^ key).to_bytes(n, "big")
        with self.lock:
            try:
                self.socket.sendall(head + mask + masked)
            except OSError as e:
                raise LineLost(str(e)) from e

    def send(self, text):
        self._send(1, text.encode())

    def receive(self):
        """The next text; raises LineLost at the end."""
        parts = b""
        while True:
            try:
                last, kind, data = self._frame()
            except OSError as e:
                raise LineLost(str(e)) from e
            if kind == 8:
                code = struct.unpack(">H", data[:2])[0] if len(data) >= 2 else 0
                try:
                    self._send(8, data[:2])
                except LineLost:
                    pass
                raise LineLost(data[2:].decode("utf-8", "replace") or "closed", code)
            if kind == 9:
                self._send(10, data)
            elif kind in (0, 1, 2):
                parts += data
                if len(parts) > MOST:
                    raise LineLost("a message of %d bytes" % len(parts))
                if last:
                    return parts.decode("utf-8", "replace")

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
