import { lifecycles } from '../../src/app/lifecycles.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { identifier, sql } from '../../src/platform/db/sql.ts'

/** A row with the names of fields. */
export type Values = Readonly<Record<string, unknown>>

export interface Row {
  table: string
  values: Values
}

/** Too many rows to look at, and no call names one of them. */
const LEFT_OUT =
  /^(audit_log|stage_history|notice_deliveries|jobs|listing|search_|article_|figure_|ledger_|day_figures|schema_|verification_checks|sessions|idempotency)/
const MOST_ROWS = 3000

/** All rows of the demo in memory, and which of them belong together. */
export class World {
  readonly tables = new Map<string, Row[]>()
  readonly #byKey = new Map<string, Row[]>()
  readonly groupOfAccount = new Map<number, Values>()

  static async of(db: Db): Promise<World> {
    const world = new World()
    const names = await db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
    for (const { name } of names) if (!LEFT_OUT.test(name)) await world.#load(db, name)
    for (const { values } of world.rows('groups')) world.groupOfAccount.set(Number(values.accountId), values)
    return world
  }

  readonly #kept = new Map<string, readonly Target[]>()

  kept(key: string, make: () => readonly Target[]): readonly Target[] {
    const made = this.#kept.get(key) ?? make()
    this.#kept.set(key, made)
    return made
  }

  rows(table: string): readonly Row[] {
    return this.tables.get(table) ?? []
  }

  /** Rows of a table that belong to the same record as `row`: its order first, then its group, then its account. */
  related(row: Row, table: string): readonly Row[] {
    for (const key of keysOf(row)) {
      const found = this.#byKey.get(`${table} ${key}`)
      if (found) return found
    }
    return []
  }

  /** A related row that has the column. */
  relatedWith(row: Row, column: string): Row | undefined {
    for (const key of keysOf(row))
      for (const table of this.tables.keys()) {
        const found = this.#byKey.get(`${table} ${key}`)?.find(({ values }) => usable(values[column]))
        if (found) return found
      }
    return undefined
  }

  /** The table of `memberId`, `rowIds` or `address_rid`. */
  tableOf(field: string): string | undefined {
    const known = TABLE_OF_FIELD[field]
    if (known) return known
    const noun = /^(\w+?)_?(?:Id|Ids|rid)$/.exec(field)?.[1]
    if (!noun) return undefined
    const plural = `${noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`
    return [...this.tables.keys()].find((table) => table === plural || table.endsWith(`_${plural}`))
  }

  async #load(db: Db, table: string): Promise<void> {
    const rows = await db.rows<Values>(sql`select * from ${identifier(table)} order by 1 desc limit ${MOST_ROWS}`)
    const all = rows.map((values) => ({ table, values }))
    this.tables.set(table, all)
    for (const row of all)
      for (const key of keysOf(row)) {
        const of = `${table} ${key}`
        this.#byKey.set(of, [...(this.#byKey.get(of) ?? []), row])
      }
  }
}

const TABLE_OF_FIELD: Readonly<Record<string, string>> = {
  address_rid: 'addresses',
  titleId: 'invoice_titles',
  memberId: 'group_members',
  lineId: 'order_lines',
  planId: 'plan_lines',
  planIds: 'plan_lines',
  rowIds: 'settlement_rows',
  offerId: 'reservation_offers',
  goodsId: 'point_goods',
  messageId: 'thread_messages',
  claimId: 'transfer_claims',
  bankLineId: 'bank_lines',
  voucherFileId: 'files',
  fileIds: 'files',
  couponId: 'coupons',
  couponIds: 'coupons',
  rid: 'projects',
}

const usable = (value: unknown) => value !== null && value !== undefined && value !== ''

function keysOf({ table, values }: Row): string[] {
  const order = table === 'orders' ? values.id : values.orderId
  const group = table === 'groups' ? values.id : values.groupId
  const found = [
    ...(usable(order) ? [`order:${order}`] : []),
    ...(usable(values.orderNo) ? [`no:${values.orderNo}`] : []),
    ...(usable(values.applicationId) || table === 'invoice_applications'
      ? [`application:${values.applicationId ?? values.id}`]
      : []),
    ...(usable(values.settlementId) || table === 'settlements'
      ? [`settlement:${values.settlementId ?? values.id}`]
      : []),
    ...(usable(group) ? [`group:${group}`] : []),
    ...ownersOf({ table, values }).map((owner) => `account:${owner}`),
  ]
  return found
}

const OWNERS = ['customerId', 'payerId', 'accountId', 'authorId', 'personId', 'toCustomerId', 'fromId', 'toId']

/** The accounts of a row. */
export function ownersOf({ table, values }: Row): number[] {
  if (table === 'customers') return [Number(values.id)]
  const by = values.uploadedByKind === 'customer' ? [values.uploadedBy] : []
  const owned = values.ownerKind === 'customer' ? [values.ownerId] : []
  const all = [...OWNERS.map((column) => values[column]), ...by, ...owned].filter((value) => typeof value === 'number')
  return [...new Set(all)]
}

/** A row at a stage that it has or is put to before it is asked for. */
export interface Target extends Row {
  stage?: string
}

/** Rows of a table at every stage of its lifecycle: the newest that have it, or else the newest that are put to it. */
export function targets(world: World, table: string, each: number): readonly Target[] {
  return world.kept(`${table} ${each}`, () => targetsOf(world, table, each))
}

function targetsOf(world: World, table: string, each: number): Target[] {
  const rows = world.rows(table)
  const lifecycle = lifecycles.find((one) => one.table === table)
  if (!lifecycle) return spreadByKind(rows, each * 4)
  return Object.keys(lifecycle.stages).flatMap((stage): Target[] => {
    const there = rows.filter(({ values }) => values.stage === stage).slice(0, each)
    const put = rows.filter(({ values }) => values.stage !== stage).slice(0, Math.max(1, each - there.length))
    return [...there, ...put.map((row) => ({ ...row, stage }))]
  })
}

/** Of each kind of rows some, so that a file of a report is among many pictures. */
function spreadByKind(rows: readonly Row[], most: number): Row[] {
  const kinds = new Map<string, Row[]>()
  for (const row of rows) {
    const kind = [row.values.purpose, row.values.kind, row.values.role, row.values.state, ownersOf(row)[0]].join()
    const of = kinds.get(kind) ?? []
    if (of.length < 2) of.push(row)
    kinds.set(kind, of)
  }
  return [...kinds.values()].flat().slice(0, most * 3)
}

/** Puts the row to its stage, inside a while that is taken back. False: another row may not be at that stage at the same time. */
export async function putToStage(db: Db, { table, values, stage }: Target): Promise<boolean> {
  if (stage === undefined) return true
  const write = sql`update ${identifier(table)} set stage = ${stage} where id = ${values.id}`
  return db
    .tx((tx) => tx.run(write))
    .then(
      () => true,
      () => false,
    )
}
