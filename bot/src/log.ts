// Log lines to stderr: for people, or one JSON object a line with --json.

export type Level = 'info' | 'warn' | 'error'

export interface Log {
  (level: Level, message: string, fields?: Record<string, unknown>): void
}

export function makeLog(json: boolean, write: (line: string) => void = line => { process.stderr.write(line) }): Log {
  return (level, message, fields = {}) => {
    if (json) {
      write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }) + '\n')
      return
    }
    const rest = Object.entries(fields).map(([k, v]) => ` ${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`).join('')
    write(`${new Date().toTimeString().slice(0, 8)} ${level === 'info' ? '' : level + ': '}${message}${rest}\n`)
  }
}
