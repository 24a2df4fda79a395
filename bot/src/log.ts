// SPDX-License-Identifier: MIT

// Log lines to stderr: for people, or one JSON object a line with --json. What changes how the bot is getting on has a
// status beside its words, for the program that runs it.

/** How the bot is getting on: in the world, on its way into it, or as before with something to tell. */
export type Status = 'playing' | 'joining' | 'notice'

/** What a line may carry for programs. */
export interface Fields extends Record<string, unknown> {
  status?: Status
  /** What would let the bot in: an account of its own. */
  needs?: 'account'
  /** The line as a message of game/messages, for a page. */
  say?: { code: string; values: Record<string, string> }
}

export type Level = 'info' | 'warn' | 'error'

export interface Log {
  (level: Level, message: string, fields?: Fields): void
}

export function makeLog(json: boolean, write: (line: string) => void = line => { process.stderr.write(line) }): Log {
  return (level, message, fields = {}) => {
    if (json) {
      write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }) + '\n')
      return
    }
    const { status: _status, needs: _needs, say: _say, ...told } = fields
    const rest = Object.entries(told).map(([k, v]) => ` ${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`).join('')
    write(`${new Date().toTimeString().slice(0, 8)} ${level === 'info' ? '' : level + ': '}${message}${rest}\n`)
  }
}
