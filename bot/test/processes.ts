// SPDX-License-Identifier: MIT

// The test server and the bot as processes of their own, as users start them.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

const root = new URL('..', import.meta.url)

export class Server {
  port = 0
  readonly events: Record<string, unknown>[] = []
  private readonly child: ChildProcess
  private readonly asked = new Map<number, (o: Record<string, unknown>) => void>()
  private n = 0

  private constructor(child: ChildProcess) {
    this.child = child
  }

  static async start(version: string, args: string[] = []): Promise<Server> {
    const child = spawn(process.execPath, ['testserver/main.ts', '--version', version, '--port', '0', ...args], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
    const s = new Server(child)
    await new Promise<void>((resolve, reject) => {
      child.once('exit', code => { reject(new Error(`the test server ended with ${code}`)) })
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', line => {
        const o = JSON.parse(line) as Record<string, unknown>
        if (o['event'] !== undefined) s.events.push(o)
        if (o['event'] === 'fault') process.stderr.write(`testserver fault: ${String(o['error'])}\n`)
        if (o['event'] === 'listening') {
          s.port = Number(o['port'])
          resolve()
        }
        s.asked.get(Number(o['id']))?.(o)
      })
    })
    return s
  }

  async cmd(cmd: string, fields: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const id = ++this.n
    const answer = new Promise<Record<string, unknown>>(resolve => this.asked.set(id, resolve))
    this.child.stdin?.write(JSON.stringify({ id, cmd, ...fields }) + '\n')
    const o = await answer
    this.asked.delete(id)
    if (o['ok'] !== true) throw new Error(`${cmd}: ${String(o['error'])}`)
    return o
  }

  /** What the player truly has, by item. */
  async items(player = 'Hand'): Promise<Record<string, number>> {
    const out: Record<string, number> = {}
    for (const i of (await this.cmd('inventory', { player }))['items'] as { item: string; count: number }[]) out[i.item] = (out[i.item] ?? 0) + i.count
    return out
  }

  async stop(): Promise<void> {
    const over = new Promise(resolve => this.child.once('exit', resolve))
    this.child.stdin?.end()
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 4000)
    await over
    clearTimeout(timer)
  }
}

export class Bot {
  readonly log: string[] = []
  readonly child: ChildProcess

  constructor(args: string[]) {
    this.child = spawn(process.execPath, ['src/main.ts', ...args], { cwd: root, stdio: ['ignore', 'inherit', 'pipe'] })
    createInterface({ input: this.child.stderr as NodeJS.ReadableStream }).on('line', line => {
      this.log.push(line)
      if (process.env['BOT_LOG']) process.stderr.write(line + '\n')
    })
  }

  /** SIGTERM; the exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode !== null) return this.child.exitCode
    const over = new Promise<number | null>(resolve => this.child.once('exit', code => { resolve(code) }))
    this.child.kill('SIGTERM')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 6000)
    const code = await over
    clearTimeout(timer)
    return code
  }
}
