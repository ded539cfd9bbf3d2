import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { type HeldOf, type HeldRow, heldRows } from '../../platform/held-data.ts'

export interface OrderNumber {
  id: number
  orderNo: string
}

export function heldRecords(db: Db, orders: readonly OrderNumber[]): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`
      select to_jsonb(t) - 'operator_id' - 'order_version' || jsonb_build_object('order_no', o.order_no) as row
      from test_records t join unnest(${ids(orders)}::bigint[], ${numbers(orders)}::text[]) as o (id, order_no) on o.id = t.order_id
      where t.released_at is not null order by t.id`,
  )
}

export function heldResultFiles(db: Db, orders: readonly OrderNumber[]): Promise<HeldRow[]> {
  return heldRows(
    db,
    sql`
      select to_jsonb(t) - 'uploaded_by' - 'order_version' - 'foreign_reason' - 'same_as' || jsonb_build_object('order_no', o.order_no) as row
      from result_files t join unnest(${ids(orders)}::bigint[], ${numbers(orders)}::text[]) as o (id, order_no) on o.id = t.order_id
      where t.released_at is not null order by t.id`,
  )
}

export function heldReports(customerId: HeldOf): Sql {
  return sql`
      select to_jsonb(t) - 'reviewer_id' - 'order_version' - 'issued_file_id' as row from reports t
      where customer_id = ${customerId} order by id`
}

const ids = (orders: readonly OrderNumber[]) => orders.map(({ id }) => id)
const numbers = (orders: readonly OrderNumber[]) => orders.map(({ orderNo }) => orderNo)
