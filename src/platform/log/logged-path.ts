/** Our own words, short numbers, numbers of orders and the like, names of built files. */
const PLAIN = /^(?:[a-z][a-zA-Z]{0,29}|\d{1,8}|[A-Z]{2}\d{8,14}(?:-\d{1,3})?|)$/
const ASSET = /^\/assets\/[\w.-]+$/

/**
 * The path of a request for the log. Some addresses hold a secret (a shared plan), and anybody may write a name or a phone into one, so only
 * what is known to be neither stays. Queries hold search words and are left out.
 */
export function loggedPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (ASSET.test(path)) return path
  // Names of calls have digits.
  const plain = path.startsWith('/api/') ? /^[a-z][a-zA-Z\d]{0,29}$|^$/ : PLAIN
  return path
    .split('/')
    .map((part) => (plain.test(part) || /^[a-z-]{1,20}\.[a-z]{2,5}$/.test(part) ? part : '*'))
    .join('/')
    .slice(0, 200)
}
