import { pinyin } from 'pinyin-pro'
import {
  customersLike,
  customersSoundingLike,
  customersWithoutSounds,
  writeCustomerSounds,
} from '../../people/customers/actions.ts'
import { ordersOfContracts } from '../../lab/contracts/search-actions.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { ordersOfReports } from '../../lab/reports/search-actions.ts'
import { ordersWithSample } from '../../lab/samples/actions.ts'
import { ordersSoundingLike, ordersWithoutSounds, writeOrderSounds } from '../../lab/orders/read-actions.ts'

// The search of orders by staff, beyond the columns of the order itself. Every part uses an index.

export interface Matches {
  matchingOrders: number[]
  matchingCustomers: number[]
}

/** Orders that match by sample, contract, report or the pinyin of their title, and customers that match. */
export async function ordersAbout(ctx: Pick<Ctx, 'db'>, kw: string): Promise<Matches> {
  const [samples, contracts, reports, customers, sounding] = await Promise.all([
    ordersWithSample(ctx, {}, kw),
    ordersOfContracts(ctx, kw),
    ordersOfReports(ctx, kw),
    customersLike(ctx, kw),
    soundingLike(ctx, kw),
  ])
  return {
    matchingOrders: [...samples, ...contracts, ...reports, ...sounding.orders],
    matchingCustomers: [...customers, ...sounding.customers],
  }
}

/** Customers by any of their words, or by pinyin. */
export async function customersAbout(ctx: Pick<Ctx, 'db'>, typed: string): Promise<number[]> {
  const [like, { customers }] = await Promise.all([customersLike(ctx, typed), soundingLike(ctx, typed)])
  return [...like, ...customers]
}

/** Matches by pinyin or its initials, when only letters were typed. Rows that the job has not processed yet are compared here. */
async function soundingLike(ctx: Pick<Ctx, 'db'>, kw: string): Promise<{ orders: number[]; customers: number[] }> {
  const typed = kw.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  if (!/^[a-z]{2,24}$/.test(typed)) return { orders: [], customers: [] }
  const [orders, customers, newOrders, newCustomers] = await Promise.all([
    ordersSoundingLike(ctx, typed),
    customersSoundingLike(ctx, typed),
    ordersWithoutSounds(ctx, null),
    customersWithoutSounds(ctx, null),
  ])
  const sounds = (...names: string[]) => soundsOf(names).includes(`|${typed}`)
  return {
    orders: [...orders, ...newOrders.filter(({ title }) => sounds(title)).map(({ id }) => id)],
    customers: [...customers, ...newCustomers.filter(({ name, company }) => sounds(name, company)).map(({ id }) => id)],
  }
}

const AT_ONCE = 500

/** Stores the pinyin of titles and customers that have none yet, and answers how many. */
export async function keepSounds(ctx: Pick<Ctx, 'db'>): Promise<number> {
  let kept = 0
  for (;;) {
    const orders = await ordersWithoutSounds(ctx, AT_ONCE)
    const customers = await customersWithoutSounds(ctx, AT_ONCE)
    if (orders.length + customers.length === 0) return kept
    const done =
      (await writeOrderSounds(
        ctx,
        orders.map(({ id, title }) => ({ id, sounds: soundsOf([title]) })),
      )) +
      (await writeCustomerSounds(
        ctx,
        customers.map((row) => ({
          ...row,
          sounds: soundsOf([row.name, row.company]),
        })),
      ))
    // Rows that are locked now are processed by the next run.
    if (done === 0) return kept
    kept += done
  }
}

/** For each character: the pinyin of the text from there on, and its initials, each preceded by a bar. */
export function soundsOf(names: readonly string[]): string {
  const words = names.flatMap((name) => {
    const syllables = syllablesOf(name)
    return syllables.flatMap((_, start) => {
      const rest = syllables.slice(start, start + LONGEST_SOUND)
      return [rest.join('').slice(0, LONGEST_SOUND), rest.map((syllable) => syllable.slice(0, 1)).join('')]
    })
  })
  return words.map((word) => `|${word}`).join('')
}

/** The longest search text in letters. */
const LONGEST_SOUND = 24

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
