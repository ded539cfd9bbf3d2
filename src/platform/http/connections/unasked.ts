import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a new connection may be on its way to its first request. */
const FIRST_REQUEST_MS = 1000

const opened = new WeakMap<Server, Map<Socket, number>>()

/** Remembers when each open connection of the server was opened. */
export function noteConnections(server: Server): Server {
  const sockets = new Map<Socket, number>()
  opened.set(server, sockets)
  return server.on('connection', (socket: Socket) => {
    sockets.set(socket, performance.now())
    socket.once('close', () => sockets.delete(socket))
  })
}

/**
 * Closes connections on which nothing was sent since they were opened a second ago. Browsers and load balancers open some ahead. For Node they
 * are not idle but before their first request, so `closeIdleConnections` leaves them, and a server that stops would wait for them.
 */
export function closeUnasked(server: Server): void {
  const before = performance.now() - FIRST_REQUEST_MS
  for (const [socket, at] of opened.get(server) ?? []) if (socket.bytesRead === 0 && at <= before) socket.destroy()
}
