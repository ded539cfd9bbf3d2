import { confirmableColumn } from '../../../platform/db/confirmable-column.ts'
import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { ReceivedStage } from '../rules.ts'

export interface ReceivedRow {
  id: number
  bankLineId: number
  customerId: number
  stage: ReceivedStage
  version: number
  amountFen: number
  restFen: number
  reason: string
  keptBy: number
  keptAt: Date
  returnBy: number | null
  returnReason: string
}

const columns = sql`id, bank_line_id, customer_id, stage, version, amount_fen, rest_fen, reason, kept_by, kept_at, return_by, return_reason`

/** Undefined when the line was kept before. */
export function insertReceived(
  db: Db,
  row: Pick<ReceivedRow, 'bankLineId' | 'customerId' | 'amountFen' | 'reason' | 'keptBy' | 'keptAt'>,
): Promise<{ id: number } | undefined> {
  return db.row(sql`
    insert into received_money (bank_line_id, customer_id, stage, amount_fen, rest_fen, reason, kept_by, kept_at)
    values (${row.bankLineId}, ${row.customerId}, 'open', ${row.amountFen}, ${row.amountFen}, ${row.reason}, ${row.keptBy}, ${row.keptAt})
    on conflict (bank_line_id) do nothing returning id`)
}

/** Locks the row: of two requests for the same money the second waits and sees the rest. */
export function lockReceived(db: Db, id: number): Promise<ReceivedRow | undefined> {
  return db.row(sql`select ${columns} from received_money where id = ${id} for update`)
}

/** Takes a part that leaves a rest; the last part is taken by the transition. */
export function takePart(db: Db, id: number, amountFen: number): Promise<number> {
  return db.run(sql`
    update received_money set rest_fen = rest_fen - ${amountFen}, version = version + 1
    where id = ${id} and stage = 'open' and rest_fen > ${amountFen}`)
}

/** In the order of the ids. */
export function receivedByIds(db: Db, ids: number[]): Promise<ReceivedRow[]> {
  return db.rows(sql`
    select ${columns} from received_money where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

export function receivedSource(customers: (typed: string) => Promise<number[]>, readerId: number): IndexSource {
  const ofCustomers = async (typed: string) => sql`r.customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from received_money r join bank_lines b on b.id = r.bank_line_id`,
    key: sql`r.id`,
    columns: {
      serial: { sql: sql`b.serial` },
      received: { sql: sql`b.received_at` },
      payer: { sql: sql`b.payer` },
      customer: { match: ofCustomers },
      reason: { sql: sql`coalesce(nullif(r.return_reason, ''), r.reason)` },
      amount: { sql: sql`r.amount_fen` },
      rest: { sql: sql`r.rest_fen` },
      kept: { sql: sql`r.kept_at` },
      confirmable: confirmableColumn(sql`r.stage = 'returning'`, sql`r.return_by`, readerId),
      stage: { sql: sql`r.stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`b.serial || ' ' || b.payer || ' ' || r.reason`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** A condition on the row: the second person must not be the first one. */
export function returnedByAnother(staffId: number): Sql {
  return sql`return_by <> ${staffId}`
}

/** Columns that a transition sets. */
export const changes = {
  nothingLeft: (): Sql[] => [sql`rest_fen = 0`],
  returning: (staffId: number, reason: string): Sql[] => [sql`return_by = ${staffId}`, sql`return_reason = ${reason}`],
  notReturned: (): Sql[] => [sql`return_by = null`, sql`return_reason = ''`],
}
