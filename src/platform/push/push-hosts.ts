import { isLoopback } from '../outgoing/public-address.ts'

// A browser names the address at which it is reached. Only addresses of known push services are taken, so that nobody makes the server
// send requests to a place of their choice.

/** Push services of browsers; `*.` stands for any name below. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  'web.push.apple.com',
] as const

/** Whether pushes may be sent to this address. `more` are hosts that the operator added; `loopback` allows this computer, for tests. */
export function isPushAddress(
  text: string,
  { more, loopback }: { more: readonly string[]; loopback: boolean },
): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, hostname, port } = new URL(text)
  if (username !== '' || password !== '') return false
  if (loopback && isLoopback(hostname)) return true
  if (protocol !== 'https:' || port !== '') return false
  return [...PUSH_SERVICES, ...more].some((pattern) =>
    pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern,
  )
}
