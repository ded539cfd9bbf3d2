/** A path of this site from an address or a link, or undefined: `//evil`, `\\evil` and `javascript:` lead elsewhere. */
export function internalPath(given: string | null | undefined): string | undefined {
  if (!given || !/^\/(?![/\\])/.test(given)) return undefined
  const base = 'http://internal.invalid'
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined
  return url?.origin === base ? url.pathname + url.search + url.hash : undefined
}
