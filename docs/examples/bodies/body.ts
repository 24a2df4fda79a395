// SPDX-License-Identifier: MIT

// A whole small body for Minehand, in TypeScript: it walks, digs, places and waits in a world
// that it makes up, tells what it changed, and answers what stands there. Node 22 runs it as it is: node --experimental-strip-types body.ts [PORT]
import { existsSync, readFileSync, writeFileSync } from "node:fs";

type Action = { id?: string; type?: string; [member: string]: unknown };
type End = { actionId: string; result?: object; error?: string; code?: string };

const port = process.argv[2] ?? "9876";
const instanceId = "first-body-ts";
const series = String(Date.now()); // each start counts its changes anew
const tokenFile = new URL("./body-ts.token", import.meta.url);
const at = { x: 0.5, y: 64, z: 0.5 };
const world = { present: true, id: "minehand-test", kind: "singleplayer" };
const held = new Map([["dirt", 8]]);
const running = new Map<string, AbortController>();
const finished: End[] = [];
let line: WebSocket | undefined; // the one that is registered, or about to be

type Point = { x: number; y: number; z: number };
type Change = Point & { n: number; from: string; to: string; why: string; action?: string; lost?: boolean };

const key = ({ x, y, z }: Point) => `${x} ${y} ${z}`;
const feet = () => ({ x: Math.floor(at.x), y: at.y, z: Math.floor(at.z) });
const near = (p: Point) => Math.hypot(p.x + 0.5 - at.x, p.y - at.y, p.z + 0.5 - at.z);
const altered = new Map<string, string>();
/** What stands somewhere: grass at 63, dirt below and air above, but for what was changed. */
const block = (p: Point) => altered.get(key(p)) ?? (p.y > 63 ? "air" : p.y === 63 ? "grass_block" : "dirt");

let changes: Change[] = []; // that Minehand does not keep yet
let changed = 0;

/** Breaks or places a block, and notes it for Minehand. */
function set(p: Point, to: string, action?: string): void {
  changes.push({ n: ++changed, x: p.x, y: p.y, z: p.z, from: block(p), to, why: "goal", ...(action ? { action } : {}) });
  altered.set(key(p), to);
  if (changes.length > 4096) changes.splice(0, 2, { ...changes[1]!, lost: true });
}

/** Counts what is held, and says by how much it changed. */
function hold(item: string, n: number): Record<string, number> {
  held.set(item, (held.get(item) ?? 0) + n);
  return { [item]: n };
}

/** The cells around, the nearest first. */
const around = [-2, -1, 0, 1, 2].flatMap((y) => Array.from({ length: 81 }, (_, i) => ({ x: (i % 9) - 4, y, z: Math.floor(i / 9) - 4 })))
  .sort((a, b) => Math.hypot(a.x, a.y, a.z) - Math.hypot(b.x, b.y, b.z));
const cells = (middle: Point) => around.map((d) => ({ x: middle.x + d.x, y: middle.y + d.y, z: middle.z + d.z }));
const beside = ({ x, y, z }: Point) => [{ x, y: y - 1, z }, { x: x + 1, y, z }, { x: x - 1, y, z }, { x, y, z: z + 1 }, { x, y, z: z - 1 }, { x, y: y + 1, z }];
const column = (p: Point) => p.x === feet().x && p.z === feet().z; // above and below the feet
/** The nearest blocks of a name that can be dug: something around them is air, and nobody stands on them. */
const seen = (name: string) => cells(feet()).filter((p) => block(p) === name && !column(p) && beside(p).some((q) => block(q) === "air"));

const state = () => ({
  position: { ...at }, health: 20, hunger: 20, saturation: 5,
  inventory: [...held].filter(([, n]) => n > 0).flatMap(([item, n]) => Array.from({ length: Math.ceil(n / 64) }, (_, i) => ({ item, count: Math.min(64, n - 64 * i) })))
    .map((stack, slot) => ({ slot, ...stack })),
  dimension: "overworld", gameMode: "survival", world,
  nearby: { blocks: ["grass_block", "dirt"].flatMap((name) => seen(name).slice(0, 8).map((p) => ({ name, ...p, distance: near(p) }))), entities: [], players: [] },
});

type Survey = { id: string; box?: { from: Point; to: Point }; radius?: number; what?: string[] };

/** What stands in a box, as runs of the same block. */
function survey({ id, box, radius = 0, what = [] }: Survey): void {
  const corner = (by: number) => ({ x: feet().x + by, y: feet().y + by, z: feet().z + by });
  const { from, to } = box ?? { from: corner(-radius), to: corner(radius) };
  const [wide, high, deep] = [to.x - from.x + 1, to.y - from.y + 1, to.z - from.z + 1];
  const answer = { id, box: { from, to }, dimension: "overworld" };
  if ([wide, high, deep].some((n) => !(n >= 1 && n <= 32)))
    return send("surveyed", { ...answer, complete: false, code: "invalid", error: "1 to 32 blocks along each side are looked at" });
  const palette: string[] = [];
  const blocks: [number, number][] = [];
  for (let i = 0; i < wide * high * deep; i++) {
    const name = block({ x: from.x + (i % wide), y: from.y + Math.floor(i / (wide * deep)), z: from.z + (Math.floor(i / wide) % deep) });
    if (!palette.includes(name)) palette.push(name);
    if (palette[blocks.at(-1)?.[0] ?? -1] === name) blocks.at(-1)![1]++;
    else blocks.push([palette.indexOf(name), 1]);
  }
  const light = what.includes("light") ? { light: [[0, wide * high * deep]] } : {};
  send("surveyed", { ...answer, palette, blocks, ...light, complete: true });
}

/** The oldest changes go with each state and each end until Minehand keeps them. */
const untold = () => (changes.length > 0 ? { changes: changes.slice(0, 256) } : {});
const tellState = () => send("state_update", { data: state(), ...untold() });

function send(type: string, members: object = {}): void {
  // What cannot be sent now is told by the next register, in finished.
  if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify({ type, instanceId, ...members }));
}

function sendEnd(end: End): void {
  send(end.result ? "action_complete" : "action_failed", { ...end, ...untold() });
}

/** Waits, or throws when the action is stopped. */
function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener("abort", () => { clearTimeout(timer); reject(new Error("stopped")); }, { once: true });
  });
}

const numbers = (...values: unknown[]) => values.every((v) => typeof v === "number");
const name = (v: unknown) => String(v ?? "").replace(/^minecraft:/, "");

/** Walks to where x and z are. */
async function walk(to: Point, stop: AbortSignal): Promise<void> {
  for (const axis of ["x", "z"] as const) {
    while (at[axis] !== to[axis] + 0.5) {
      at[axis] += Math.max(-0.4, Math.min(0.4, to[axis] + 0.5 - at[axis]));
      await pause(100, stop);
    }
  }
}

/** The place that an action names, if it does, and what is wrong with it. */
function placeOf(a: Action): { p?: Point; wrong?: Omit<End, "actionId"> } {
  if (a.x === undefined && a.y === undefined && a.z === undefined) return {};
  if (!numbers(a.x, a.y, a.z)) return { wrong: { error: `${a.type} needs the numbers x, y and z, or none`, code: "invalid" } };
  if ((a.dimension ?? "overworld") !== "overworld") return { wrong: { error: "there is only the overworld here", code: "wrong_dimension" } };
  const p = { x: Math.floor(a.x as number), y: Math.floor(a.y as number), z: Math.floor(a.z as number) };
  return Math.abs(p.y - at.y) > 4 ? { wrong: { error: "that is out of reach from the ground", code: "unreachable" } } : { p };
}

/** What each kind does. It returns how the action ended, without its id. */
const kinds: Record<string, (a: Action, stop: AbortSignal) => Promise<Omit<End, "actionId">>> = {
  async goto(a, stop) {
    if (a.target) return { error: `there is no ${a.target} here`, code: "not_found" };
    if (!numbers(a.x, a.y, a.z)) return { error: "goto needs the numbers x, y and z", code: "invalid" };
    if ((a.dimension ?? "overworld") !== "overworld") return { error: "there is only the overworld here", code: "wrong_dimension" };
    if (a.y !== 64) return { error: "the world is flat: nobody stands there", code: "no_path" };
    await walk(a as unknown as Point, stop);
    return { result: { success: true, position: { ...at }, state: state() } };
  },
  async mine(a, stop) {
    const target = name(a.target);
    const until = a.until as { item: string; count: number } | undefined;
    const { p, wrong } = placeOf(a);
    if (wrong) return wrong;
    const quantity = (a.quantity ?? 1) as number;
    if ((!p && !target) || !Number.isInteger(quantity) || quantity < 1) return { error: "mine needs a target or a place, and a whole number as its quantity", code: "invalid" };
    let [broken, gained] = [0, 0];
    while (until ? gained < until.count : broken < quantity) {
      const [next] = p ? (broken === 0 ? [p] : []) : seen(target);
      if (!next || block(next) === "air" || (target && block(next) !== target)) return { error: `there is no more ${target || "block"} here`, code: "not_found" };
      await walk({ ...next, x: next.x + 1 }, stop);
      await pause(500, stop);
      set(next, "air", a.id);
      broken++;
      hold("dirt", 1); // grass leaves dirt, too
      if (!until || name(until.item) === "dirt") gained++;
    }
    return { result: { success: true, broken, delta: { dirt: broken }, state: state() } };
  },
  async place(a, stop) {
    const item = name(a.block);
    const { p, wrong } = placeOf(a);
    if (wrong) return wrong;
    if (!item) return { error: "place needs a block", code: "invalid" };
    if (!held.get(item)) return { error: `no ${item} is held`, code: "missing_item" };
    const free = (q: Point) => block(q) === "air" && beside(q).some((r) => block(r) !== "air");
    const to = p ?? cells(feet()).find((q) => q.y >= at.y && !column(q) && free(q));
    if (!to || block(to) !== "air") return { error: "something stands there", code: "unreachable" };
    if (!free(to)) return { error: "there is nothing to place it against", code: "no_support" };
    if (column(to) || near(to) > 4) await walk({ ...to, x: to.x + 1 }, stop);
    await pause(200, stop);
    set(to, item, a.id);
    return { result: { success: true, position: to, delta: hold(item, -1), state: state() } };
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
  let frame: { type?: string; success?: boolean; resumeToken?: string; actionId?: string; action?: Action; series?: string; through?: number } & Partial<Survey>;
  try {
    frame = JSON.parse(text);
  } catch {
    return;
  }
  switch (frame?.type) {
    case "registered":
      if (frame.success && frame.resumeToken) writeFileSync(tokenFile, frame.resumeToken);
      return tellState();
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
    case "changes_kept":
      if (frame.series === series) changes = changes.filter((c) => c.n > (frame.through ?? 0));
      return;
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

setInterval(tellState, 500);
connect();
