import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export type ScanVerdict = { kind: 'clean' } | { kind: 'infected'; signature: string } | { kind: 'tooLarge' }

/** The scanner may take long at the end of a large file; while bytes flow, the socket is never silent for so long. */
const SILENCE_MS = 300_000
const LONGEST_REPLY = 4096

export interface ClamdAddress {
  host: string
  port: number
}

/** Sends the bytes to ClamAV's daemon with the command INSTREAM: chunks with their length in four bytes, a chunk of length zero at the end. */
export async function clamdScan({ host, port }: ClamdAddress, source: Readable): Promise<ScanVerdict> {
  const socket = connect({ host, port })
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the virus scanner did not answer in time')))
  const reply = replyOf(socket)
  // Handled below; a failure before the reply is awaited must not end the process.
  reply.catch(() => {})
  try {
    await once(socket, 'connect')
    socket.write('zINSTREAM\0')
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk as Uint8Array)
      // The daemon answers early and closes when the stream is larger than its limit.
      if (socket.destroyed || socket.readableEnded) break
      await send(socket, bytes)
    }
    if (!socket.destroyed && socket.writable) socket.write(Buffer.alloc(4))
    return verdictOf(await reply)
  } finally {
    source.destroy()
    socket.destroy()
  }
}

const PING_MS = 5000

/** Rejects when the daemon does not answer. */
export async function clamdPing({ host, port }: ClamdAddress): Promise<void> {
  const socket = connect({ host, port })
  socket.setTimeout(PING_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  try {
    const reply = replyOf(socket)
    socket.write('zPING\0')
    const text = await reply
    if (!text.startsWith('PONG')) throw new Error(`the virus scanner answered: ${text.slice(0, 200)}`)
  } finally {
    socket.destroy()
  }
}

async function send(socket: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  socket.write(length)
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
}

function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    let failure: Error | undefined
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\0') || text.length > LONGEST_REPLY) resolve(text)
    })
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      if (text !== '') resolve(text)
      else reject(failure ?? new Error('the virus scanner closed the connection without an answer'))
    })
  })
}

function verdictOf(reply: string): ScanVerdict {
  const text = reply.split('\0', 1)[0]?.trim() ?? ''
  if (text === 'stream: OK') return { kind: 'clean' }
  const [, signature] = /^stream: (.+) FOUND$/.exec(text) ?? []
  if (signature) return { kind: 'infected', signature: signature.slice(0, 200) }
  if (/size limit exceeded/i.test(text)) return { kind: 'tooLarge' }
  throw new Error(`the virus scanner answered: ${text.slice(0, 200)}`)
}
