import type { Db } from '../../../platform/db/db.ts'
import { contains, type IndexSource } from '../../../platform/db/index-query.ts'
import { type Sql, sql } from '../../../platform/db/sql.ts'
import type { ExchangeStage, GoodsKind } from './exchange-rules.ts'
import { IMAGE_ID } from '../../../shop/media/image-use-rules.ts'

export interface GoodsFields {
  kind: GoodsKind
  name: string
  img: string
  about: string
  points: number
  stock: number | null
  perPerson: number | null
  onSale: boolean
  campaignId: number | null
}

export interface GoodsRow extends GoodsFields {
  id: number
  version: number
  taken: number
  createdAt: Date
}

const columns = sql`id, version, kind, name, img, about, points, stock, taken, per_person, on_sale, campaign_id, created_at`

export function insertGoods(
  db: Db,
  row: GoodsFields,
  createdBy: number | null,
  now: Date,
): Promise<{ id: number; version: number }> {
  return db.one(sql`
    insert into point_goods (kind, name, img, about, points, stock, per_person, on_sale, campaign_id, created_by, created_at)
    values (${row.kind}, ${row.name}, ${row.img}, ${row.about}, ${row.points}, ${row.stock}, ${row.perPerson}, ${row.onSale}, ${row.campaignId},
      ${createdBy}, ${now})
    returning id, version`)
}

/** Undefined when somebody else has changed the goods meanwhile, or one was taken: the stock that the person saw is not the present one. */
export function updateGoods(
  db: Db,
  id: number,
  version: number,
  row: GoodsFields,
): Promise<{ version: number } | undefined> {
  return db.row(sql`
    update point_goods set version = version + 1, name = ${row.name}, img = ${row.img}, about = ${row.about}, points = ${row.points},
      stock = ${row.stock}, per_person = ${row.perPerson}, on_sale = ${row.onSale}, campaign_id = ${row.campaignId}
    where id = ${id} and version = ${version} and kind = ${row.kind} returning version`)
}

export function setOnSale(db: Db, id: number, version: number, onSale: boolean): Promise<number> {
  return db.run(
    sql`update point_goods set on_sale = ${onSale}, version = version + 1 where id = ${id} and version = ${version}`,
  )
}

export function goodsById(db: Db, id: number): Promise<GoodsRow | undefined> {
  return db.row(sql`select ${columns} from point_goods where id = ${id}`)
}

/** Locked until the end of the transaction; everything that takes an item passes here one after another. */
export function lockGoods(db: Db, id: number): Promise<GoodsRow | undefined> {
  return db.row(sql`select ${columns} from point_goods where id = ${id} for update`)
}

/** In the order of the ids. */
export function goodsByIds(db: Db, ids: readonly number[]): Promise<GoodsRow[]> {
  const wanted = [...ids]
  return db.rows(sql`
    select ${columns} from point_goods where id = any(${wanted}::bigint[]) order by array_position(${wanted}::bigint[], id)`)
}

/** Takes an item; 0 when none is left. The version stays, because nobody edited the goods, but the stock is a new one. */
export function takeItem(db: Db, id: number): Promise<number> {
  return db.run(sql`
    update point_goods set stock = stock - 1, taken = taken + 1, version = version + 1 where id = ${id} and (stock is null or stock > 0)`)
}

export async function putItemBack(db: Db, id: number): Promise<void> {
  await db.run(sql`update point_goods set stock = stock + 1, taken = taken - 1, version = version + 1 where id = ${id}`)
}

export function goodsOnSale(db: Db, size: number, offset: number): Promise<(GoodsRow & { total: number })[]> {
  return db.rows(sql`
    select ${columns}, count(*) over () as total from point_goods where on_sale order by points, id limit ${size} offset ${offset}`)
}

/** Goods that show a picture of the library. */
export function goodsWithImage(db: Db, pattern: string): Promise<{ id: number; name: string }[]> {
  return db.rows(sql`select id, name from point_goods where img like ${pattern} order by id`)
}

/** Ids of all pictures of goods. */
export async function goodsPictures(db: Db): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct found[1] as id from point_goods, regexp_matches(img, ${IMAGE_ID}) as found`)
  return rows.map(({ id }) => id)
}

export function replaceGoodsPicture(db: Db, from: string, to: string): Promise<number> {
  return db.run(sql`update point_goods set img = ${to}, version = version + 1 where img = ${from}`)
}

export function goodsSource(): IndexSource {
  return {
    from: sql`from point_goods`,
    key: sql`id`,
    columns: {
      name: { sql: sql`name` },
      kind: { sql: sql`kind` },
      points: { sql: sql`points::bigint` },
      stock: { sql: sql`stock::bigint`, nullable: true },
      taken: { sql: sql`taken::bigint` },
      created: { sql: sql`created_at` },
      onSale: { sql: sql`case when on_sale then 'yes' else 'no' end` },
    },
    search: (typed) => contains(sql`name || ' ' || about`, typed),
  }
}

export interface Exchange {
  id: number
  exchangeNo: string
  customerId: number
  goodsId: number
  goodsKind: GoodsKind
  goodsName: string
  points: number
  stage: ExchangeStage
  version: number
  receiver: string
  phone: string
  address: string
  couponId: number | null
  courier: string
  waybill: string
  reason: string
  createdAt: Date
  shippedAt: Date | null
  endedAt: Date | null
}

const exchangeColumns = sql`id, exchange_no, customer_id, goods_id, goods_kind, goods_name, points, stage, version, receiver, phone, address, coupon_id,
  courier, waybill, reason, created_at, shipped_at, ended_at`

export async function nextExchangeNumber(db: Db): Promise<number> {
  return (await db.one<{ number: number }>(sql`select nextval('point_exchange_numbers') as number`)).number
}

export interface NewExchange {
  exchangeNo: string
  customerId: number
  goods: Pick<GoodsRow, 'id' | 'kind' | 'name' | 'points'>
  stage: ExchangeStage
  receiver: string
  phone: string
  address: string
}

export function insertExchange(db: Db, row: NewExchange, now: Date): Promise<Exchange> {
  const { goods } = row
  return db.one(sql`
    insert into point_exchanges (exchange_no, customer_id, goods_id, goods_kind, goods_name, points, stage, receiver, phone, address, created_at,
      ended_at)
    values (${row.exchangeNo}, ${row.customerId}, ${goods.id}, ${goods.kind}, ${goods.name}, ${goods.points}, ${row.stage}, ${row.receiver},
      ${row.phone}, ${row.address}, ${now}, ${row.stage === 'done' ? now : null})
    returning ${exchangeColumns}`)
}

export async function keepCoupon(db: Db, id: number, couponId: number): Promise<void> {
  await db.run(sql`update point_exchanges set coupon_id = ${couponId} where id = ${id}`)
}

export function exchangeById(db: Db, id: number): Promise<Exchange | undefined> {
  return db.row(sql`select ${exchangeColumns} from point_exchanges where id = ${id}`)
}

export function exchangeOfCustomer(db: Db, id: number, customerId: number): Promise<Exchange | undefined> {
  return db.row(sql`select ${exchangeColumns} from point_exchanges where id = ${id} and customer_id = ${customerId}`)
}

/** How many of each of these goods the customer has taken; goods of which none was taken are left out. */
export async function countTaken(
  db: Db,
  goodsIds: readonly number[],
  customerId: number,
): Promise<Map<number, number>> {
  const rows = await db.rows<{ goodsId: number; count: number }>(sql`
    select goods_id, count(*) as count from point_exchanges
    where goods_id = any(${[...goodsIds]}::bigint[]) and customer_id = ${customerId} and stage <> 'cancelled' group by goods_id`)
  return new Map(rows.map(({ goodsId, count }) => [goodsId, count]))
}

export function exchangesPage(
  db: Db,
  customerId: number,
  size: number,
  offset: number,
): Promise<(Exchange & { total: number })[]> {
  return db.rows(sql`
    select ${exchangeColumns}, count(*) over () as total from point_exchanges where customer_id = ${customerId} order by id desc
    limit ${size} offset ${offset}`)
}

/** In the order of the ids. */
export function exchangesByIds(db: Db, ids: number[]): Promise<Exchange[]> {
  return db.rows(sql`
    select ${exchangeColumns} from point_exchanges where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`)
}

/** What other slices know of a typed text. */
export type CustomersLike = (typed: string) => Promise<number[]>

export function exchangeSource(customers: CustomersLike): IndexSource {
  const ofCustomers = async (typed: string): Promise<Sql> => sql`customer_id = any(${await customers(typed)}::bigint[])`
  return {
    from: sql`from point_exchanges`,
    key: sql`id`,
    columns: {
      no: { sql: sql`exchange_no` },
      customer: { match: ofCustomers },
      goods: { sql: sql`goods_name` },
      points: { sql: sql`points::bigint` },
      receiver: { sql: sql`receiver` },
      waybill: { sql: sql`waybill` },
      created: { sql: sql`created_at` },
      shipped: { sql: sql`shipped_at`, nullable: true },
      stage: { sql: sql`stage` },
    },
    search: async (typed) =>
      sql`(${contains(sql`exchange_no || ' ' || goods_name || ' ' || waybill`, typed)} or ${await ofCustomers(typed)})`,
  }
}

/** What a transition writes beside the stage. */
export const exchangeChanges = {
  shipped: (courier: string, waybill: string, now: Date): Sql[] => [
    sql`courier = ${courier}`,
    sql`waybill = ${waybill}`,
    sql`shipped_at = ${now}`,
  ],
  ended: (now: Date, reason = ''): Sql[] => [sql`ended_at = ${now}`, sql`reason = ${reason}`],
}

/** A condition on the row that a transition moves. */
export const owner = (customerId: number): Sql => sql`customer_id = ${customerId}`
