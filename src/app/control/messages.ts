import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

// Both sides send one JSON object per line. The bytes of files are base64.

export type FromCaller =
  | { kind: 'run'; given: string[] }
  | { kind: 'cancel' }
  /** The answer to `read` or `save` with this number. */
  | { kind: 'file'; n: number; bytes?: string; fault?: FileFault }

export type FromServer =
  | { kind: 'out'; text: string }
  | { kind: 'err'; text: string }
  | { kind: 'read'; n: number; path: string }
  | { kind: 'save'; n: number; path: string; bytes: string }
  | { kind: 'end'; code: number }

export interface FileFault {
  message: string
  code?: string
  path?: string
}

export function send(socket: Socket, message: FromCaller | FromServer): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}

/** Calls `take` for each message of the other side. A line that is no message ends the connection. */
export function onMessage<M extends FromCaller | FromServer>(socket: Socket, take: (message: M) => void): void {
  socket.setEncoding('utf8')
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  lines.on('error', () => socket.destroy())
  lines.on('line', (line) => {
    try {
      take(JSON.parse(line) as M)
    } catch {
      socket.destroy()
    }
  })
}
