import { missingImages } from '../../../shop/media/image-actions.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { campaignNames } from '../../coupons/campaigns/campaign-actions.ts'
import { obstaclesToCoupons, openCampaign } from '../../coupons/issue-actions.ts'
import { pointErrors } from '../errors.ts'
import { type ExchangeObstacle, exchangeObstacle, goodsKinds } from './exchange-rules.ts'
import {
  countTaken,
  goodsById,
  goodsByIds,
  type GoodsFields,
  goodsOnSale,
  type GoodsRow,
  goodsPictures,
  goodsWithImage,
  replaceGoodsPicture,
  insertGoods,
  setOnSale,
  updateGoods,
} from './goods-store.ts'
import type { GoodsForm, StaffGoods } from '../staff-contract.ts'
import type { ImagePlaces } from '../../../shop/media/library-actions.ts'

export async function goodsForCustomers(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await goodsOnSale(ctx.db, size, (page - 1) * size)
  const obstacles = await obstaclesToGoods(ctx, rows)
  const list = rows.map(({ id, kind, name, img, about, points, stock, perPerson }) => ({
    ...{ id, kind, name, img, about, points, stock, perPerson, obstacle: obstacles.get(id) ?? null },
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}

/** What stands against these goods for this customer; goods that may be taken are left out. */
export async function obstaclesToGoods(
  ctx: Ctx<Customer>,
  goods: readonly Pick<GoodsRow, 'id' | 'stock' | 'perPerson' | 'campaignId'>[],
): Promise<Map<number, ExchangeObstacle>> {
  const taken = await countTaken(
    ctx.db,
    goods.map(({ id }) => id),
    ctx.actor.id,
  )
  const coupons = await obstaclesToCoupons(
    ctx,
    goods.flatMap(({ campaignId }) => campaignId ?? []),
    ctx.actor.id,
  )
  return new Map(
    goods.flatMap((each) => {
      const obstacle = exchangeObstacle(each, taken.get(each.id) ?? 0, coupons.get(each.campaignId ?? 0))
      return obstacle ? [[each.id, obstacle] as const] : []
    }),
  )
}

/** Added by staff, or by the demo data. */
export async function addGoods(ctx: Ctx, form: GoodsForm): Promise<{ id: number; version: number }> {
  return inTx(ctx, async (inner) => {
    const fields = await checked(inner, form)
    return insertGoods(inner.db, fields, ctx.actor.kind === 'staff' ? ctx.actor.id : null, ctx.clock.now())
  })
}

export async function editGoods(
  ctx: Ctx<Staff>,
  { id, version, ...form }: GoodsForm & { id: number; version: number },
): Promise<{ version: number }> {
  return inTx(ctx, async (inner) => {
    const before = await goodsById(inner.db, id)
    if (!before) throw refuse(commonErrors.notFound)
    const fields = await checked(inner, form)
    const saved = await updateGoods(inner.db, id, version, fields)
    if (!saved) throw refuse(pointErrors.goodsChanged)
    await recordAudit(inner, { action: 'points.goodsEdit', subject: `pointGoods:${id}`, before, after: fields })
    return saved
  })
}

export async function showGoods(
  ctx: Ctx<Staff>,
  { id, version, onSale }: { id: number; version: number; onSale: boolean },
): Promise<void> {
  if ((await setOnSale(ctx.db, id, version, onSale)) === 0) throw refuse(pointErrors.goodsChanged)
}

export async function goodsViews(ctx: Pick<Ctx, 'db'>, ids: number[]): Promise<StaffGoods[]> {
  const rows = await goodsByIds(ctx.db, ids)
  const names = await campaignNames(
    ctx,
    rows.flatMap(({ campaignId }) => campaignId ?? []),
  )
  return rows.map((row) => ({
    ...row,
    kindLabel: goodsKinds[row.kind],
    campaignName: row.campaignId === null ? '' : (names.get(row.campaignId) ?? ''),
    createdAt: shanghaiTime(row.createdAt),
  }))
}

/** The pictures of goods, for the library of pictures. */
export const goodsImages: ImagePlaces = {
  named: async (ctx, pattern) =>
    (await goodsWithImage(ctx.db, pattern)).map(({ name }) => ({
      label: `积分商品「${name}」`,
      to: '/console/points',
    })),
  used: (ctx) => goodsPictures(ctx.db),
  rewrite: async (ctx, { from, to }) => (from === to ? 0 : replaceGoodsPicture(ctx.db, from, to)),
}

/** Fields that the kind does not use are emptied. The picture is held until the goods are written. */
async function checked(ctx: Ctx, form: GoodsForm): Promise<GoodsFields> {
  if (form.img !== '' && (await missingImages(ctx, { img: form.img })).length > 0)
    throw refuse(commonErrors.invalid, '图片已被删除，请重新选择', { fields: { img: '图片已被删除，请重新选择' } })
  if (form.kind === 'goods') {
    if (form.stock === null) throw refuseAt('stock', pointErrors.stockNeeded)
    return { ...form, campaignId: null }
  }
  if (form.campaignId === null) throw refuseAt('campaignId', pointErrors.campaignNeeded)
  await openCampaign(ctx, form.campaignId)
  return form
}
