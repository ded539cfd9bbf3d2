export interface Place {
  to: string
  label: string
}

export interface Entry {
  key: string
  title: string
  note?: string
  stageName?: string
  to: string
}

/** What the server found of one kind of record. */
interface Kind {
  name: string
  label: string
  found: readonly { key: string; title: string; note: string; stageName: string; to: string }[]
  more: string | null
}

/** Records first, since a page is found in the menu as well. */
export function entriesOf(
  places: readonly Place[],
  kw: string,
  kinds: readonly Kind[],
): { label: string; entries: Entry[] }[] {
  const wanted = kw.normalize('NFKC').toLowerCase()
  const pages = places.filter(({ label }) => label.toLowerCase().includes(wanted))
  const groups = kinds.map(({ name, label, found, more }) => ({
    label,
    entries: [
      ...found.map((one): Entry => ({ ...one, key: `${name}:${one.key}` })),
      ...(more === null ? [] : [{ key: `${name}:more`, title: `查看全部匹配的${label}`, to: more }]),
    ],
  }))
  return [
    ...groups,
    { label: '前往', entries: pages.map(({ to, label }): Entry => ({ key: `page:${to}`, title: label, to })) },
  ].filter(({ entries }) => entries.length > 0)
}
