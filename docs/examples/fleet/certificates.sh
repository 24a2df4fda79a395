#!/bin/sh
# Makes certs/: an authority of your own, and a certificate of the three servers by it.
set -e
mkdir -p certs && cd certs
names="DNS:nats-0.nats,DNS:nats-1.nats,DNS:nats-2.nats"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=minehand fleet" -keyout ca.key -out ca.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=nats" -keyout server.key -out server.csr
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "$names" > server.ext
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 825 -extfile server.ext -out server.pem
rm server.csr server.ext
