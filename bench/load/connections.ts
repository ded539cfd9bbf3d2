import { connect, type Socket } from 'node:net'

// Connections of people and programs that do not behave like a browser.

/** Opened one after the other in groups, so that the queue of the listener does not overflow. */
const AT_ONCE = 200

/** Opens so many connections, does with each what `use` says, and answers how many the server has ended since and how to end the others. */
export async function openMany(
  port: number,
  count: number,
  use: (socket: Socket, number: number) => void,
): Promise<{ opened: number; ended: () => number; close: () => void }> {
  const sockets: Socket[] = []
  let ended = 0
  for (let from = 0; from < count; from += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => opened(port, from + n))
    for (const [n, socket] of (await Promise.all(group)).entries()) {
      if (!socket) continue
      socket.on('close', () => (ended += 1))
      sockets.push(socket)
      use(socket, from + n)
    }
  }
  return {
    opened: sockets.length,
    ended: () => ended,
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function opened(port: number, number: number): Promise<Socket | undefined> {
  return new Promise((done) => {
    // One address has not enough ports for ten thousand connections beside those of a former run.
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${1 + (number % 4)}.1` })
    socket.once('connect', () => done(socket))
    socket.on('error', () => done(undefined))
  })
}

/** Half of them have sent nothing, the others one request and wait for their next. */
export function idle(socket: Socket, number: number): void {
  socket.on('data', () => undefined)
  if (number % 2 === 1) socket.write('GET /robots.txt HTTP/1.1\r\nhost: localhost\r\n\r\n')
}

/** One byte a second: half of them of the headers, the others of a body. */
export function writeSlowly(socket: Socket, number: number): void {
  socket.on('data', () => undefined)
  const head = 'POST /api/open/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  socket.write(number % 2 === 1 ? `${head}content-length: 100000\r\n\r\n{` : `${head}x-more: `)
  const writing = setInterval(() => socket.write(' '), 1000)
  socket.on('close', () => clearInterval(writing))
}

/** Asks for many pages on one connection and reads nothing. */
export function readNothing(socket: Socket): void {
  socket.pause()
  const ask = 'GET / HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n'
  socket.write(ask.repeat(200))
}
