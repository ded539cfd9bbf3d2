import { data } from 'react-router'

/** Answers 404 for a page past the end of a list; the first page of an empty list exists. */
export function onPage<T extends { list: readonly unknown[]; page: number }>(found: T): T {
  if (found.page > 1 && found.list.length === 0) throw data(null, { status: 404 })
  return found
}
