import { lifecycles } from '../../src/app/lifecycles.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { identifier, joined, type Sql, sql } from '../../src/platform/db/sql.ts'
import { addDays } from '../../src/platform/time.ts'
import type { Row, World } from './world.ts'

interface Column {
  name: string
  type: string
  isRequired: boolean
}

/** What the rows of these tables are about is checked by more than their columns, or nobody asks for them by id. */
const NOT_PLANTED =
  /^(sessions|sign_ins|sms_codes|jobs|idempotency|import_rows|upload_(signed_)?parts|wechat_|cache|alarms|faults|fault_|custom|staff_|login|used_|server|content_|backfills|order_drafts|push_subscriptions|periodic)/

/**
 * Gives each empty table whose rows belong to somebody a row for the owners of other rows, by its columns alone: the demo's year has no webhook and
 * no refund, and what is not there cannot be reached. Checks are dropped first, because a row by its columns does not hold them.
 */
export async function plantRows(db: Db, world: World, now: Date): Promise<string[]> {
  const planted: string[] = []
  const examples = world
    .rows('orders')
    .filter(({ values }) => values.groupId === null)
    .slice(0, 3)
  for (const [table, rows] of world.tables) {
    if (rows.length > 0 || NOT_PLANTED.test(table)) continue
    const columns = await columnsOf(db, table)
    if (!columns.some(({ name }) => OWNING.test(name))) continue
    await dropChecksOf(db, table)
    for (const example of examples) {
      const done = await db
        .tx((tx) => tx.run(insertion(table, columns, example, world, now)))
        .then(
          () => true,
          () => false,
        )
      if (done) planted.push(table)
    }
  }
  return [...new Set(planted)]
}

const OWNING =
  /^(customer_id|account_id|order_id|group_id|person_id|from_id|owner_id|staff_id|curve_id|reservation_id|webhook_id|owner_kind|bank_line_id|rid)$/

function insertion(table: string, columns: readonly Column[], example: Row, world: World, now: Date): Sql {
  const chosen = columns.filter(({ name, isRequired }) => isRequired || OWNING.test(name) || /^expires_at$/.test(name))
  const values = chosen.map((column) => sql`${valueOf(table, column, example, world, now)}`)
  const names = chosen.map(({ name }) => identifier(name))
  return sql`insert into ${identifier(table)} (${joined(names, ', ')}) values (${joined(values, ', ')})`
}

let serial = 0

function valueOf(table: string, { name, type }: Column, example: Row, world: World, now: Date): unknown {
  const owner = example.values.customerId
  if (/^(customer_id|account_id|author_id|person_id|payer_id|from_id|inviter_id|friend_id)$/.test(name)) return owner
  if (name === 'owner_kind' || name === 'uploaded_by_kind') return 'customer'
  if (name === 'owner_id') return owner
  if (name === 'order_id') return example.values.id
  if (name === 'stage') return Object.keys(lifecycles.find((each) => each.table === table)?.stages ?? { open: '' })[0]
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const related = world.tableOf(camel)
  if (related && name.endsWith('_id')) {
    const row = world.related(example, related)[0] ?? world.rows(related)[serial % 3]
    if (row) return row.values.id
  }
  if (/_(by|staff_id)$|^staff_id$/.test(name)) return world.rows('staff')[0]?.values.id
  if (camel in example.values && example.values[camel] !== null) return example.values[camel]
  return ofType(name, type, now)
}

function ofType(name: string, type: string, now: Date): unknown {
  serial += 1
  if (type === 'boolean') return false
  if (type === 'date') return '2026-03-10'
  if (type.startsWith('timestamp')) return /expires|until|due|answer_by|ends/.test(name) ? addDays(now, 20) : now
  if (type === 'jsonb' || type === 'json') return sql`'[]'::jsonb`
  if (type === 'ARRAY') return sql`'{}'`
  if (type === 'bytea') return Buffer.from('x')
  if (type === 'text' || type.startsWith('character'))
    return /_no$|token|hash|key/.test(name) ? `ZZ260302${10_000 + serial}` : '甲'
  return type === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 1
}

function columnsOf(db: Db, table: string): Promise<Column[]> {
  return db.rows<Column>(sql`
    select column_name as name, data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as is_required
    from information_schema.columns where table_schema = 'public' and table_name = ${table} order by ordinal_position`)
}

/** A row that is put to a stage lacks what the way there would have written, which checks of the tables refuse. */
export async function dropChecks(db: Db): Promise<void> {
  for (const { table } of lifecycles) await dropChecksOf(db, table)
}

async function dropChecksOf(db: Db, table: string): Promise<void> {
  const checks = await db.rows<{ name: string }>(sql`
    select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`)
  for (const { name } of checks) await db.run(sql`alter table ${identifier(table)} drop constraint ${identifier(name)}`)
}
