import type { ChannelKey } from '../../../src/platform/pay/channel.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import { addDays, shanghaiDate } from '../../../src/platform/time.ts'
import type { World } from '../world.ts'

/** A line of a channel's bill of which the product cannot know, such as a payment at the counter. */
interface Stray {
  channel: ChannelKey
  tradeNo: string
  /** Empty for a payment. */
  refundNo: string
  amountFen: number
  at: Date
}

/** What stands on the bills of the channels beside what the product did, and what finance said of it. */
export class BillBook {
  readonly strays: Stray[] = []
  /** The note of each difference that finance resolved. */
  readonly resolved = new Map<number, string>()
  /** Resolved or not, after an answer was lost. */
  readonly unsure = new Set<number>()
}

interface Difference {
  id: number
  channel: string
  day: string
  kind: string
  tradeNo: string
  refundNo: string
  thereFen: number | null
  resolvedAt: Date | null
  note: string
}

const nameOf = (each: Pick<Difference, 'channel' | 'tradeNo' | 'refundNo'>, day: string) =>
  `${each.channel} ${day} ${each.tradeNo} ${each.refundNo}`

/** Bills and books agree but for what the product did not do; that is listed once, and is over when finance says so. */
export async function billsAreCompared({ model, database, now }: World): Promise<string | undefined> {
  const { strays, resolved, unsure } = model.bills
  const found = await database.rows<Difference>(sql`
    select id, channel, to_char(day, 'YYYY-MM-DD') as day, kind, trade_no, refund_no, there_fen, resolved_at, note
    from channel_differences where kind <> 'applied' order by id`)
  const wanted = new Map(strays.map((stray) => [nameOf(stray, shanghaiDate(stray.at)), stray]))
  for (const each of found) {
    const name = nameOf(each, each.day)
    const stray = wanted.get(name)
    if (!stray) return `${each.kind} ${name}: the books and the bill agree`
    if (each.kind !== 'unknown' || each.thereFen !== stray.amountFen)
      return `${name} is ${each.kind} with ${each.thereFen} instead of ${stray.amountFen}`
    const note = resolved.get(each.id)
    if (note !== undefined && (each.resolvedAt === null || each.note !== note)) return `${name} is open again`
    if (note === undefined && each.resolvedAt !== null && !unsure.has(each.id)) return `nobody resolved ${name}`
  }
  const listed = new Set(found.map((each) => nameOf(each, each.day)))
  const missing = [...wanted].find(([name, { at }]) => at < addDays(now, -2) && !listed.has(name))
  return missing && `${missing[0]} was never listed`
}
