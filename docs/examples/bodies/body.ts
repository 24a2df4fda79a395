// SPDX-License-Identifier: MIT

// A whole small body for Minehand, in TypeScript: it walks and waits in a world that it
// makes up, and answers what stands there. Node 22 runs it as it is: node --experimental-strip-types body.ts [PORT]
import { existsSync, readFileSync, writeFileSync } from "node:fs";

type Action = { id?: string; type?: string; [member: string]: unknown };
type End = { actionId: string; result?: object; error?: string; code?: string };

const port = process.argv[2] ?? "9876";
const instanceId = "first-body-ts";
const series = String(Date.now()); // each start counts its changes anew; one who only walks has none
const tokenFile = new URL("./body-ts.token", import.meta.url);
const at = { x: 0.5, y: 64, z: 0.5 };
const world = { present: true, id: "minehand-test", kind: "singleplayer" };
const running = new Map<string, AbortController>();
const finished: End[] = [];
let line: WebSocket | undefined; // the one that is registered, or about to be

const state = () => ({
  position: { ...at }, health: 20, hunger: 20, saturation: 5, inventory: [],
  dimension: "overworld", gameMode: "survival", world,
});

type Point = { x: number; y: number; z: number };
type Survey = { id: string; box?: { from: Point; to: Point }; radius?: number; what?: string[] };

/** What stands in a box: grass at 63, dirt below and air above, the same all over each layer. */
function survey({ id, box, radius = 0, what = [] }: Survey): void {
  const feet = { x: Math.floor(at.x), y: at.y, z: Math.floor(at.z) };
  const around = (by: number) => ({ x: feet.x + by, y: feet.y + by, z: feet.z + by });
  const { from, to } = box ?? { from: around(-radius), to: around(radius) };
  const [wide, high, deep] = [to.x - from.x + 1, to.y - from.y + 1, to.z - from.z + 1];
  const answer = { id, box: { from, to }, dimension: "overworld" };
  if ([wide, high, deep].some((n) => !(n >= 1 && n <= 32)))
    return send("surveyed", { ...answer, complete: false, code: "invalid", error: "1 to 32 blocks along each side are looked at" });
  const layers = Array.from({ length: high }, (_, i) => [from.y + i > 63 ? 0 : from.y + i === 63 ? 1 : 2, wide * deep]);
  const light = what.includes("light") ? { light: [[0, wide * high * deep]] } : {};
  send("surveyed", { ...answer, palette: ["air", "grass_block", "dirt"], blocks: layers, ...light, complete: true });
}

function send(type: string, members: object = {}): void {
  // What cannot be sent now is told by the next register, in finished.
  if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify({ type, instanceId, ...members }));
}

function sendEnd(end: End): void {
  send(end.result ? "action_complete" : "action_failed", end);
}

/** Waits, or throws when the action is stopped. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener("abort", () => { clearTimeout(timer); reject(new Error("stopped")); }, { once: true });
  });
}

const numbers = (...values: unknown[]) => values.every((v) => typeof v === "number");

/** What each kind does. It returns how the action ended, without its id. */
const kinds: Record<string, (a: Action, stop: AbortSignal) => Promise<Omit<End, "actionId">>> = {
  async goto(a, stop) {
    if (a.target) return { error: `there is no ${a.target} here`, code: "not_found" };
    if (!numbers(a.x, a.y, a.z)) return { error: "goto needs the numbers x, y and z", code: "invalid" };
    if ((a.dimension ?? "overworld") !== "overworld") return { error: "there is only the overworld here", code: "wrong_dimension" };
    if (a.y !== 64) return { error: "the world is flat: nobody stands there", code: "no_path" };
    for (const [axis, goal] of [["x", (a.x as number) + 0.5], ["z", (a.z as number) + 0.5]] as const) {
      while (at[axis] !== goal) {
        at[axis] += Math.max(-0.4, Math.min(0.4, goal - at[axis]));
        await pause(100, stop);
      }
    }
    return { result: { success: true, position: { ...at }, state: state() } };
  },
  async wait(a, stop) {
    if (a.until !== undefined) return { result: { success: true } }; // it is always what one waits for here
    if (!numbers(a.seconds)) return { error: "wait needs seconds or until", code: "invalid" };
    await pause((a.seconds as number) * 1000, stop);
    return { result: { success: true } };
  },
};

async function act(id: string, a: Action): Promise<void> {
  const stop = new AbortController();
  running.set(id, stop);
  let end: Omit<End, "actionId">;
  try {
    const kind = Object.hasOwn(kinds, String(a.type)) ? kinds[String(a.type)] : undefined;
    end = kind ? await kind(a, stop.signal) : { error: `this body has no action ${a.type}`, code: "unsupported" };
  } catch (e) {
    end = { error: (e as Error).message, code: stop.signal.aborted ? "interrupted" : "internal" };
  }
  running.delete(id);
  finished.push({ actionId: id, ...end });
  sendEnd(finished.at(-1)!);
}

function hear(text: string): void {
  let frame: { type?: string; success?: boolean; resumeToken?: string; actionId?: string; action?: Action } & Partial<Survey>;
  try {
    frame = JSON.parse(text);
  } catch {
    return;
  }
  switch (frame?.type) {
    case "registered":
      if (frame.success && frame.resumeToken) writeFileSync(tokenFile, frame.resumeToken);
      return send("state_update", { data: state() });
    case "execute_action": {
      const id = frame.action?.id;
      if (!frame.action || !id || running.has(id)) return;
      const known = finished.find((f) => f.actionId === id);
      if (known) return sendEnd(known);
      if (running.size > 0) return send("action_failed", { actionId: id, error: "one at a time", code: "busy" });
      void act(id, frame.action);
      return;
    }
    case "cancel": {
      const stop = running.get(frame.actionId ?? "");
      if (stop) return stop.abort();
      return send("action_failed", { actionId: frame.actionId, error: "it does not run", code: "interrupted" });
    }
    case "survey":
      return survey(frame as Survey);
    case "stop":
      for (const stop of running.values()) stop.abort();
      setTimeout(() => send("stopped"), 20); // after the ends of what ran
  }
}

function connect(): void {
  const mine = (line = new WebSocket(`ws://localhost:${port}/`));
  let over = false;
  const again = (code: number) => {
    if (over) return; // Node tells of some ends twice, of others only as an error
    over = true;
    if (code < 4500 || code > 4999) setTimeout(connect, 1000);
  };
  mine.onopen = () =>
    send("register", {
      version: "1.21.5", protocol: 2, role: "self", world, series, capabilities: { actions: Object.keys(kinds), changes: true, survey: true },
      running: [...running.keys()], finished: finished.slice(-16),
      ...(existsSync(tokenFile) ? { resumeToken: readFileSync(tokenFile, "utf8") } : {}),
    });
  mine.onmessage = (event) => hear(String(event.data));
  mine.onclose = (event) => again(event.code);
  mine.onerror = () => setTimeout(() => again(0), 500);
}

setInterval(() => send("state_update", { data: state() }), 500);
connect();
