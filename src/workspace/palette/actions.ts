import { type AnyListed, firstKeys, type Listed } from '../../core/lists/listed-actions.ts'
import { mayAct, type StaffAction } from '../../core/staff/rules.ts'
import { soundsOf, typedSound } from '../../people/customers/search-actions.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import type { Found } from './contract.ts'
import { endsNumberOf, mayEndNumber, numbersFirst } from './entry-rules.ts'

/** How rows of a list are shown as results; src/app collects the kinds. */
export interface PaletteKind {
  list: AnyListed
  /** The address of the list. */
  at: string
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of every slice, which only their own `show` reads
  show: (row: any) => Omit<Found, 'key'>
}

export function paletteKind<Row>(list: Listed<Row>, at: string, show: (row: Row) => Omit<Found, 'key'>): PaletteKind {
  return { list, at, show }
}

const MOST_SHOWN = 5
/** Among so many of the newest matches one is looked for whose number ends with the text. */
const READ_FOR_A_NUMBER = 20

/** The newest matches of each kind that this person's role may read, see `numbersFirst`. Kinds without a match are left out. */
export async function findRecords(ctx: Ctx<Staff>, kinds: readonly PaletteKind[], kw: string) {
  const readable = kinds.filter(({ list }) => mayAct(ctx.actor, list.index.action as StaffAction))
  const answers = await Promise.all(readable.map((kind) => findKind(ctx, kind, kw)))
  return { kinds: answers.filter(({ found }) => found.length > 0) }
}

/** The names that begin somewhere with this pinyin or these initials: jiesuan and js are 结算. */
export function labelsSounding(labels: readonly string[], kw: string): string[] {
  const typed = typedSound(kw)
  return typed === undefined ? [] : labels.filter((label) => soundsOf([label]).includes(`|${typed}`))
}

async function findKind(ctx: Ctx<Staff>, { list, at, show }: PaletteKind, kw: string) {
  const { index } = list
  const keys = await firstKeys(ctx, list, kw, READ_FOR_A_NUMBER)
  const read = async (some: number[]) =>
    (some.length === 0 ? [] : await list.rows(ctx, some)).map((row) => ({ key: index.key(row), ...show(row) }))
  const newest = await read(keys.slice(0, MOST_SHOWN))
  const isEnough = !mayEndNumber(kw) || newest.some((one) => endsNumberOf(one, kw))
  const found = isEnough ? newest : [...newest, ...(await read(keys.slice(MOST_SHOWN)))]
  return {
    name: index.name,
    label: index.label,
    found: numbersFirst(found, kw).slice(0, MOST_SHOWN),
    more: keys.length > MOST_SHOWN ? `${at}?${new URLSearchParams({ tab: 'all', kw })}` : null,
  }
}
