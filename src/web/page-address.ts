/** The parameters that the loader of a page reads. A page that is not here reads none; those of an area behind sign-in are read in the browser. */
const readParameters: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/project\/compare\/?$/, ['rid']],
  [/^\/project(\/|$)/, ['typeId', 'childId', 'tag', 'price', 'days', 'sort', 'page']],
  [/^\/search\/?$/, ['kw', 'in', 'page']],
  [/^\/list\//, ['page']],
  [/^\/televised\/?$/, ['page']],
  [/^\/agreement\/?$/, ['name', 'version']],
  [/^\/require\/?$/, ['receipt', 'about']],
  [/^\/verify(\/|$)/, ['code']],
]

export interface PageAddress {
  /** What the page is rendered from and kept under: the path and the parameters that it reads, in one order. */
  address: string
  /** The rest of the query, as links of WeChat and of advertisements carry it; a redirect takes it along. */
  unread: string
}

/** Splits a URL, so that one page under a thousand addresses is rendered and kept once. */
export function pageAddress(url: string): PageAddress {
  const at = url.indexOf('?')
  if (at < 0) return { address: url, unread: '' }
  const path = url.slice(0, at)
  // A move within the site asks for the data of a page alone, and that is rendered from the same parameters.
  const page = path.replace(/\.data$/, '')
  const names = readParameters.find(([pattern]) => pattern.test(page))?.[1] ?? []
  const read = new URLSearchParams()
  const unread = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(url.slice(at + 1)))
    (names.includes(name) ? read : unread).append(name, value)
  const sorted = names.flatMap((name) => read.getAll(name).map((value) => [name, value] as [string, string]))
  const query = new URLSearchParams(sorted).toString()
  return { address: query === '' ? path : `${path}?${query}`, unread: unread.toString() }
}

/** A redirect within the site with the parameters that the page before it did not read. */
export function withUnread(location: string, unread: string): string {
  if (unread === '' || !/^\/(?![/\\])/.test(location)) return location
  const [address = '', ...fragment] = location.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${unread}`
  return [joined, ...fragment].join('#')
}
