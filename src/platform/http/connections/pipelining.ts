import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Browsers and proxies wait for an answer before they send the next request on a connection; some programs send a few at once. */
const MOST_UNANSWERED = 4

const unanswered = new WeakMap<Socket, number>()

/**
 * Ends a connection with more requests than that under way, and tells whether it has. Node answers all requests of one read at once and keeps the
 * answers in memory until they are read, so a sender of a few kilobytes who reads nothing would hold hundreds of pages.
 */
export function endFlood({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return true
  const open = (unanswered.get(socket) ?? 0) + 1
  if (open > MOST_UNANSWERED) {
    socket.destroy()
    return true
  }
  unanswered.set(socket, open)
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  return false
}
