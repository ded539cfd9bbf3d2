import type { Db } from '../../../platform/db/db.ts'
import { joined, nothing, type Sql, sql } from '../../../platform/db/sql.ts'
import { containsTyped } from '../../../platform/db/typed-words.ts'
import type { OrderRow } from '../record-rules.ts'
import { type OrderStage, orderStages } from '../rules.ts'
import { orderColumns } from '../store.ts'

// Which orders a list shows.

/** Every condition that is given must hold. */
export interface OrderFilter {
  /** 0 or absent: orders of every customer. */
  customerId?: number
  /** Who pays; absent: anybody. */
  payerId?: number
  /** Ordered for this group. */
  groupId?: number
  /** Only orders with a line of this project, or with this funding number. */
  rid?: number
  fundingNo?: string
  stages?: readonly string[]
  /** What was typed, or empty. */
  kw?: string
  ids?: number[]
  orderNo?: string
  /** Only orders whose data was delivered. */
  delivered?: boolean
  /** Orders to leave out. */
  without?: number[]
  from?: Date
  to?: Date
  /** Absent: no limit. */
  limit?: number
  offset?: number
  /** Only orders with a line of this project. */
  projectName?: string
  /** Only orders with a line of one of these projects, or with a line of none of them. */
  rids?: number[]
  ridsOtherThan?: number[]
  /** Only the work of this member of staff; null: of nobody. */
  assignedTo?: number | null
  /** Only orders whose next step of the laboratory is late. */
  lateAt?: Date
  /** Overdue orders first, then urgent ones, then by deadline; otherwise the newest first. */
  pressing?: { now: Date }
}

/** One page. Ids and order come from indexes; only the rows of the page are read in full. */
export function listOrders(db: Db, f: OrderFilter): Promise<OrderRow[]> {
  return db.rows(sql`
    select ${orderColumns} from orders join (
      select o.id as listed_id, row_number() over (order by ${orderOf(f)}) as place from ${matching(f)}
      order by place limit ${f.limit ?? null}::bigint offset ${f.offset ?? 0}) page on listed_id = id
    order by place`)
}

/** Counts up to `most`; null counts all. */
export async function countOrders(db: Db, f: OrderFilter, most: number | null): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from (select from ${matching(f)} limit ${most}::bigint) counted`,
  )
  return total
}

/** Tables and condition. The statement contains only the given filters, so that an index can answer it. */
function matching(f: OrderFilter): Sql {
  const conditions = conditionsOf(f)
  return sql`orders o ${conditions.length === 0 ? nothing : sql`where ${joined(conditions, ' and ')}`}`
}

/** The conditions of a filter on `orders o`. */
export function conditionsOf(f: OrderFilter): Sql[] {
  const { customerId = 0, stages = orderStages } = f
  return [
    ...(customerId === 0 ? [] : [sql`o.customer_id = ${customerId}`]),
    ...(f.payerId === undefined ? [] : [sql`o.payer_id = ${f.payerId}`]),
    ...(f.groupId === undefined ? [] : [sql`o.group_id = ${f.groupId}`]),
    ...(f.rid ? [sql`exists (select 1 from order_lines l where l.order_id = o.id and l.rid = ${f.rid})`] : []),
    ...(f.fundingNo
      ? [sql`exists (select 1 from order_lines l where l.order_id = o.id and l.funding_no = ${f.fundingNo})`]
      : []),
    ...(stages.length === orderStages.length ? [] : [sql`o.stage = any(${[...stages]}::text[])`]),
    ...(f.kw ? [containsTyped(sql`o.words`, f.kw)] : []),
    ...(f.delivered ? [sql`o.delivered_at is not null`] : []),
    ...(f.orderNo ? [sql`o.order_no = ${f.orderNo}`] : []),
    ...(f.ids ? [sql`o.id = any(${f.ids}::bigint[])`] : []),
    ...(f.without ? [sql`o.id <> all(${f.without}::bigint[])`] : []),
    ...(f.projectName
      ? [sql`exists (select 1 from order_lines l where l.order_id = o.id and l.project_name = ${f.projectName})`]
      : []),
    ...(f.rids
      ? [sql`exists (select 1 from order_lines l where l.order_id = o.id and l.rid = any(${f.rids}::bigint[]))`]
      : []),
    ...(f.ridsOtherThan
      ? [
          sql`not exists (select 1 from order_lines l where l.order_id = o.id and l.rid = any(${f.ridsOtherThan}::bigint[]))`,
        ]
      : []),
    ...(f.assignedTo === undefined ? [] : [sql`o.assigned_to is not distinct from ${f.assignedTo}::bigint`]),
    ...(f.lateAt ? [sql`${staffDue} < ${f.lateAt}`] : []),
    ...(f.from ? [sql`o.created_at >= ${f.from}`] : []),
    ...(f.to ? [sql`o.created_at < ${f.to}`] : []),
  ]
}

function orderOf({ pressing }: OrderFilter): Sql {
  if (!pressing) return sql`o.id desc`
  return sql`coalesce(${staffDue} < ${pressing.now}, false) desc, urgent desc, ${staffDue} nulls last, o.id`
}

/** The deadline of the laboratory's next step. */
export const staffDue = sql`case when stage = 'received' and called_at is null then call_due_at
  when stage in ('received', 'testing', 'verifying') then coalesce(data_due_at, promised_at) end`

/** Whose orders are counted or listed: those of a customer, those that somebody pays, or both. */
export type OrdersOf = Pick<OrderFilter, 'customerId' | 'payerId'>

/** Answered from an index alone, unless both are given. */
export function countOrdersByStage(
  db: Db,
  { customerId = 0, payerId }: OrdersOf,
): Promise<{ stage: OrderStage; count: number }[]> {
  const whose = [
    ...(customerId === 0 ? [] : [sql`customer_id = ${customerId}`]),
    ...(payerId === undefined ? [] : [sql`payer_id = ${payerId}`]),
  ]
  return db.rows(
    sql`select stage, count(*) as count from orders where ${joined([sql`true`, ...whose], ' and ')} group by stage`,
  )
}
