/** The given text when it is a path of this site, otherwise undefined: `//evil`, `\\evil` and `javascript:` lead elsewhere. */
export function internalPath(given: string | null | undefined): string | undefined {
  if (!given || !/^\/(?![/\\])/.test(given)) return undefined
  const base = 'http://internal.invalid'
  const url = URL.canParse(given, base) ? new URL(given, base) : undefined
  return url?.origin === base ? url.pathname + url.search + url.hash : undefined
}
