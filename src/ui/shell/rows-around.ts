import { useLocation } from 'react-router'

/** A page of one record, such as /console/orders/MX26113000001; lists and their tabs are shorter. */
const recordPath = /^\/console\/[^/?]+\/[^/?]+/

/** The records of the list that a person last opened one from, in its order. What leaves the list meanwhile stays, so that nothing is passed over. */
let opened: readonly string[] = []

const pathOf = (href: string) => href.split('?', 1)[0]

/** At a click of the first link of a row: remembers it and those of the rows around it. */
export function rememberRows({ target }: Event): void {
  const link = target instanceof Element ? target.closest('main a') : null
  const row = link?.closest('tr, li')
  // Tabs and a breadcrumb are lists of links too, but not of records.
  if (!row || row.closest('nav') || row.querySelector('a') !== link) return
  const links = [...(row.parentElement?.children ?? [])].flatMap((each) => {
    const href = each.querySelector('a')?.getAttribute('href') ?? ''
    return recordPath.test(href) ? [href] : []
  })
  // In a list of work one order may stand twice.
  opened = links.filter((href, index) => links.findIndex((other) => pathOf(other) === pathOf(href)) === index)
}

export interface RowsAround {
  at: number
  count: number
  before: string | undefined
  after: string | undefined
}

/** Where the shown record stands in the list that it was opened from; undefined when it was not opened from one. */
export function useRowsAround(): RowsAround | undefined {
  const { pathname } = useLocation()
  const at = opened.findIndex((href) => pathOf(href) === pathname)
  if (at < 0 || opened.length < 2) return undefined
  return { at, count: opened.length, before: opened[at - 1], after: opened[at + 1] }
}
