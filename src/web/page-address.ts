/** The parameters that the loader of each page reads. Other pages read none; pages behind sign-in read theirs in the browser. */
const readParameters: readonly (readonly [path: RegExp, names: readonly string[]])[] = [
  [/^\/project\/compare\/?$/, ['rid']],
  [/^\/project(\/|$)/, ['typeId', 'childId', 'tag', 'price', 'days', 'sort', 'page']],
  [/^\/search\/?$/, ['kw', 'in', 'page']],
  [/^\/list\//, ['page']],
  [/^\/televised\/?$/, ['page']],
  [/^\/choose\/?$/, ['q']],
  [/^\/agreement\/?$/, ['name', 'version']],
  [/^\/require\/?$/, ['receipt', 'about']],
  [/^\/verify(\/|$)/, ['code']],
]

export interface PageAddress {
  /** The path and the parameters that the page reads, in a fixed order. The page is rendered from it, and it is the cache key. */
  address: string
  /** The rest of the query, such as tracking parameters of WeChat and advertisements; redirects keep it. */
  unread: string
}

/** Splits a URL, so that a page is rendered and cached once, whatever tracking parameters its links have. */
export function pageAddress(url: string): PageAddress {
  const at = url.indexOf('?')
  if (at < 0) return { address: url, unread: '' }
  const path = url.slice(0, at)
  // A client navigation requests only the data of a page (`.data`), which is rendered from the same parameters.
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

/** Adds the unread parameters to a redirect within the site. */
export function withUnread(location: string, unread: string): string {
  if (unread === '' || !/^\/(?![/\\])/.test(location)) return location
  const [address = '', ...fragment] = location.split('#')
  const joined = `${address}${address.includes('?') ? '&' : '?'}${unread}`
  return [joined, ...fragment].join('#')
}

/** The token of a preview link from 「预览」 in the console. */
export function previewToken({ method, url = '' }: { method?: string; url?: string }): string | undefined {
  if (method !== 'GET' || !url.includes('preview=')) return undefined
  return new URL(url, 'http://site').searchParams.get('preview') ?? undefined
}
