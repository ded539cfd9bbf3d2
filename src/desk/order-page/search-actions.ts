import { pinyin } from 'pinyin-pro'
import { customersLike, namesOfCustomers } from '../../people/customers/actions.ts'
import { ordersOfContracts } from '../../lab/contracts/search-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { ordersOfReports } from '../../lab/reports/search-actions.ts'
import { likePattern, ordersWithSample } from '../../lab/samples/actions.ts'
import { ordersByTitle, ordersWithTitle } from '../../lab/orders/read-actions.ts'

// The search of orders by staff, beyond the columns of the order itself.

export interface Matches {
  matchingOrders: number[]
  matchingCustomers: number[]
}

/** Orders that match by sample, contract, report or project, and customers that match by name, company, phone or e-mail. */
export async function ordersAbout(ctx: Pick<Ctx, 'db'>, kw: string): Promise<Matches> {
  const pattern = likePattern(kw)
  const [samples, contracts, reports, titles, customers, sounding] = await Promise.all([
    ordersWithSample(ctx, 0, kw),
    ordersOfContracts(ctx, pattern),
    ordersOfReports(ctx, pattern),
    ordersWithTitle(ctx, likePattern(foldedText(kw))),
    customersLike(ctx, pattern),
    soundingLike(ctx, kw),
  ])
  return {
    matchingOrders: [...samples, ...contracts, ...reports, ...titles, ...sounding.orders],
    matchingCustomers: [...customers, ...sounding.customers],
  }
}

/** Removes differences of case, width and spaces: 「x射线」 finds 「X 射线」. The SQL statement does the same with its column. */
function foldedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
}

/** Matches by pinyin or its initials, when only letters were typed. */
async function soundingLike(ctx: Pick<Ctx, 'db'>, kw: string): Promise<{ orders: number[]; customers: number[] }> {
  const typed = foldedText(kw)
  if (!/^[a-z]{2,24}$/.test(typed)) return { orders: [], customers: [] }
  const [titles, people] = await Promise.all([ordersByTitle(ctx), namesOfCustomers(ctx)])
  return {
    orders: titles.filter(({ title }) => soundsLike(title, typed)).flatMap(({ ids }) => ids),
    customers: people.filter(({ names }) => names.some((name) => soundsLike(name, typed))).map(({ id }) => id),
  }
}

/** Whether the pinyin (or its initials) from any character on starts with what was typed. */
export function soundsLike(name: string, typed: string): boolean {
  const syllables = syllablesOf(name)
  return syllables.some((_, start) => {
    const rest = syllables.slice(start)
    return (
      rest.join('').startsWith(typed) ||
      rest
        .map((syllable) => syllable.slice(0, 1))
        .join('')
        .startsWith(typed)
    )
  })
}

/** A cache, since converting a name to pinyin is slow and names repeat. */
const known = new Map<string, string[]>()
const mostKnown = 50_000

function syllablesOf(name: string): string[] {
  let syllables = known.get(name)
  if (syllables === undefined) {
    const han = name.match(/\p{Script=Han}+/gu) ?? []
    syllables = han.flatMap((run) => pinyin(run, { toneType: 'none', type: 'array', v: true }))
    if (known.size >= mostKnown) known.clear()
    known.set(name, syllables)
  }
  return syllables
}
