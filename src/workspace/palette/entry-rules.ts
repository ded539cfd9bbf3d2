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
  /** The page opens with its form for something new. */
  creates?: true
}

/** What the server found of one kind of record. */
interface Kind {
  name: string
  label: string
  found: readonly { key: string; title: string; note: string; stageName: string; to: string }[]
  more: string | null
}

/** What can be chosen without asking the server. */
export interface Known {
  /** The pages that this person's role may open. */
  places: readonly Place[]
  /** What this person may make, with the page on which it is made. */
  makes: readonly Place[]
  recent: readonly Entry[]
}

/** Records first, since a page is found in the menu as well. What was opened before is offered until something is typed. */
export function entriesOf(
  { places, makes, recent }: Known,
  kw: string,
  kinds: readonly Kind[],
  /** Names of pages that sound like the text. */
  sounding: readonly string[] = [],
): { label: string; entries: Entry[] }[] {
  const wanted = kw.normalize('NFKC').toLowerCase()
  const matching = (all: readonly Place[]) =>
    all.filter(({ label }) => label.toLowerCase().includes(wanted) || sounding.includes(label))
  const groups = kinds.map(({ name, label, found, more }) => ({
    label,
    entries: [
      ...found.map((one): Entry => ({ ...one, key: `${name}:${one.key}` })),
      ...(more === null ? [] : [{ key: `${name}:more`, title: `查看全部匹配的${label}`, to: more }]),
    ],
  }))
  return [
    { label: '最近打开', entries: kw === '' ? recent.map((entry) => ({ ...entry, key: `recent:${entry.key}` })) : [] },
    ...groups,
    {
      label: '新建',
      entries: matching(makes).map(({ to, label }): Entry => ({
        key: `create:${to}`,
        title: label,
        to,
        creates: true,
      })),
    },
    {
      label: '前往',
      entries: matching(places).map(({ to, label }): Entry => ({ key: `page:${to}`, title: label, to })),
    },
  ].filter(({ entries }) => entries.length > 0)
}

interface Titled {
  title: string
}

/** Whether a text may be the last digits of a number, or a whole one. */
export function mayEndNumber(kw: string): boolean {
  return /^[A-Z]*\d+$/.test(plain(kw))
}

/** Whether the number of the record, the first word of its title, ends with the text. */
export function endsNumberOf({ title }: Titled, kw: string): boolean {
  return plain(title.split(' ', 1)[0] ?? '').endsWith(plain(kw))
}

/** Records whose number ends with the text come first: the last digits of an order are often digits of a phone as well, and Enter opens the first record. */
export function numbersFirst<Row extends Titled>(found: readonly Row[], kw: string): Row[] {
  return [...found.filter((row) => endsNumberOf(row, kw)), ...found.filter((row) => !endsNumberOf(row, kw))]
}

const plain = (text: string) => text.normalize('NFKC').toUpperCase()
