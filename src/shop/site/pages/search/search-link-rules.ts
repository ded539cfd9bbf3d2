// The address of a search: its words, group and page.

export const searchGroups = ['all', 'project', 'article', 'case'] as const
export type SearchGroup = (typeof searchGroups)[number]

const MOST_CHARACTERS = 60
const MOST_PAGES = 50

export interface SearchQuery {
  kw: string
  group: SearchGroup
  page: number
}

/** Invalid parameters are ignored, so that an old or broken link still searches. */
export function readSearch(query: URLSearchParams): SearchQuery {
  const page = query.get('page') ?? ''
  return {
    // Calls refuse text with a NUL character.
    kw: [...(query.get('kw') ?? '').toWellFormed().replaceAll('\0', '').trim()].slice(0, MOST_CHARACTERS).join(''),
    group: searchGroups.find((group) => group === query.get('in')) ?? 'all',
    page: /^[1-9]\d?$/.test(page) ? Math.min(Number(page), MOST_PAGES) : 1,
  }
}

export function searchPath({ kw, group = 'all', page = 1 }: Partial<SearchQuery>): string {
  const query = new URLSearchParams()
  if (kw) query.set('kw', kw)
  if (group !== 'all') query.set('in', group)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/search?${query}` : '/search'
}

/**
 * For a search without results: the beginning of the words that a name must contain to be suggested. More than half of them, and never a single letter,
 * because it begins the pinyin of almost any name. Empty when nothing should be suggested.
 */
export function likelyBeginning(kw: string): string {
  const characters = [...kw.trim()]
  return characters.length < 3 ? '' : characters.slice(0, Math.max(2, Math.floor(characters.length / 2) + 1)).join('')
}
