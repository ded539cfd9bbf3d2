// The address of a search: what was asked for, in which group, on which page.

export const searchGroups = ['all', 'project', 'article', 'case'] as const
export type SearchGroup = (typeof searchGroups)[number]

const MOST_CHARACTERS = 60
const MOST_PAGES = 50

export interface SearchAsked {
  kw: string
  group: SearchGroup
  page: number
}

/** What makes no sense is left out: an old or broken link still searches. */
export function readSearch(query: URLSearchParams): SearchAsked {
  const page = query.get('page') ?? ''
  return {
    // No call takes text with a zero character in it.
    kw: [...(query.get('kw') ?? '').toWellFormed().replaceAll('\0', '').trim()].slice(0, MOST_CHARACTERS).join(''),
    group: searchGroups.find((group) => group === query.get('in')) ?? 'all',
    page: /^[1-9]\d?$/.test(page) ? Math.min(Number(page), MOST_PAGES) : 1,
  }
}

export function searchPath({ kw, group = 'all', page = 1 }: Partial<SearchAsked>): string {
  const query = new URLSearchParams()
  if (kw) query.set('kw', kw)
  if (group !== 'all') query.set('in', group)
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `/search?${query}` : '/search'
}

/**
 * How much of a search that found nothing must stand in a name for the name to be worth a guess: more than half of it, and never one letter,
 * which begins the sound of any name. Empty where nothing is to be guessed.
 */
export function likelyBeginning(kw: string): string {
  const characters = [...kw.trim()]
  return characters.length < 3 ? '' : characters.slice(0, Math.max(2, Math.floor(characters.length / 2) + 1)).join('')
}
