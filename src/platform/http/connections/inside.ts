import type { IncomingMessage } from 'node:http'
import { isPublicAddress } from '../../outgoing/public-address.ts'

/** Headers in which a proxy tells for whom it asks; X-Forwarded-Proto alone comes from sidecars of a mesh too. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** Whether a request comes from this machine or a network that is not public, and no proxy brought it from somewhere else. */
export function isFromInside({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/i, '')
  return address !== undefined && !isPublicAddress(address) && FORWARDED.every((name) => headers[name] === undefined)
}
