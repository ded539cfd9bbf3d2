import { staffDay } from '../../../src/money/books/contract.ts'
import { isPlace } from '../../../src/money/books/rules.ts'
import { fromShanghai } from '../../../src/platform/time.ts'
import { sql } from '../../../src/platform/db/sql.ts'
import type { World } from '../world.ts'

/** So many of the latest closed days are read again. */
const READ_AGAIN = 3
const DAY_MS = 86_400_000

/** A closed day keeps its figures, and they are what the entries up to its end sum to. */
export async function closedDaysStand({ model, app, base, database }: World): Promise<string | undefined> {
  for (const [day, closing] of [...model.closedDays].slice(-READ_AGAIN)) {
    const { figures, differenceFen } = await app.call(staffDay, { day }, { as: base.staff.finance })
    const read = figures.map(({ closingFen }) => closingFen).join(' ')
    if (read !== closing) return `${day} was closed with ${closing} and reads ${read}`
    if (differenceFen !== 0) return `${day} does not tie by ${differenceFen}`
    const sums = await database.rows<{ kind: string; fen: number }>(sql`
      select a.kind, sum(e.amount_fen)::bigint as fen
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join ledger_accounts a on a.id = e.account_id
      where t.at < ${new Date(fromShanghai(day).getTime() + DAY_MS)} group by a.kind`)
    for (const { account, closingFen } of figures) {
      // The ledger has places of money negative by what lies there.
      const fen = (sums.find(({ kind }) => kind === account)?.fen ?? 0) * (isPlace(account) ? -1 : 1)
      if (fen !== closingFen) return `${day} was closed with ${closingFen} in ${account}, its entries say ${fen}`
    }
  }
  return undefined
}
