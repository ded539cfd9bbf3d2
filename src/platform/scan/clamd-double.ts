import { createServer, type Server } from 'node:net'

/** The harmless text by which every virus scanner can be tried (eicar.org). Joined here, so that this file is not found itself. */
export const eicarText = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** Speaks PING and INSTREAM like ClamAV's daemon: finds the test text, across chunks too, and has a limit for the size of a stream. */
export function clamdDouble({ mostBytes = 25 * 1024 * 1024 } = {}): { server: Server; scanned: number[] } {
  const scanned: number[] = []
  const server = createServer((socket) => {
    const command = Buffer.from('zINSTREAM\0')
    let pending = Buffer.alloc(0)
    let started = false
    let size = 0
    let tail = ''
    let found = false
    socket.on('error', () => {})
    socket.on('data', (data: Buffer) => {
      pending = Buffer.concat([pending, data])
      if (!started) {
        if (pending.equals(Buffer.from('zPING\0'))) return void socket.end('PONG\0')
        if (pending.length < command.length) return
        if (!pending.subarray(0, command.length).equals(command)) return void socket.end('UNKNOWN COMMAND\0')
        pending = pending.subarray(command.length)
        started = true
      }
      while (pending.length >= 4) {
        const length = pending.readUInt32BE()
        if (length === 0) {
          scanned.push(size)
          return void socket.end(found ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
        }
        if (pending.length < 4 + length) return
        const text = tail + pending.subarray(4, 4 + length).toString('latin1')
        found ||= text.includes(eicarText)
        tail = text.slice(-eicarText.length)
        size += length
        pending = pending.subarray(4 + length)
        if (size > mostBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      }
    })
  })
  return { server, scanned }
}
