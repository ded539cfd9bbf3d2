import { customersOf } from '../../../people/customers/actions.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { listed } from '../../../core/lists/listed-actions.ts'
import { campaignIndex } from '../list-contract.ts'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { campaignFaults, type CampaignForm, isOpen } from './campaign-rules.ts'
import {
  campaignById,
  type CampaignFields,
  type CampaignRow,
  type CampaignTerms,
  campaignsByIds,
  campaignSource,
  type CouponCount,
  countOfCampaign,
  countsOf,
  couponsOfCampaign,
  type IssuedCoupon,
  insertCampaign,
  lockCampaign,
  stopCampaignRow,
  updateCampaign,
} from './campaign-store.ts'
import { couponErrors } from '../errors.ts'
import { countIssues, issuesOf } from '../issue-store.ts'
import { couponLifecycle, couponSources, type CouponSource, type CouponStage, lastValidDay } from '../rules.ts'

interface Page {
  page: number
  size: number
}

/** Created by staff, or by the demo data. */
export async function addCampaign(ctx: Ctx, form: CampaignForm): Promise<{ id: number }> {
  const fields = fieldsOf(form)
  requireFuture(fields, ctx.clock.now())
  return insertCampaign(ctx.db, fields, ctx.actor.kind === 'staff' ? ctx.actor.id : null, ctx.clock.now())
}

/** The terms are open until the first coupon is issued; name, note and limits until the campaign is stopped. */
export async function editCampaign(
  ctx: Ctx<Staff>,
  { id, version, ...form }: CampaignForm & { id: number; version: number },
): Promise<{ version: number }> {
  return inTx(ctx, async (inner) => {
    const before = await lockCampaign(inner.db, id)
    if (!before) throw refuse(commonErrors.notFound)
    const fields = fieldsOf(form)
    if (before.issued > 0 && !sameTerms(before, fields)) throw refuse(couponErrors.termsFixed)
    if (fields.validUntil?.getTime() !== before.validUntil?.getTime()) requireFuture(fields, inner.clock.now())
    if (isBelow(fields.issueLimit, before.issued)) throw refuseAt('issueLimit', couponErrors.limitTooLow)
    if (isBelow(fields.useLimit, before.uses)) throw refuseAt('useLimit', couponErrors.limitTooLow)
    const saved = await updateCampaign(inner.db, id, version, fields)
    if (!saved) throw refuse(commonErrors.stageConflict)
    await recordAudit(inner, {
      action: 'coupon.editCampaign',
      subject: `couponCampaign:${id}`,
      before: fieldsOnly(before),
      after: fields,
    })
    return saved
  })
}

/** No more coupons are issued; those that customers have stay valid. */
export async function stopCampaign(ctx: Ctx<Staff>, { id, version }: { id: number; version: number }): Promise<void> {
  if ((await stopCampaignRow(ctx.db, id, version, ctx.clock.now())) === 0) throw refuse(commonErrors.stageConflict)
}

export const campaigns = listed({
  index: campaignIndex,
  source: (ctx) => campaignSource(ctx.clock.now()),
  rows: async (ctx, ids) => {
    const counts = await countsOf(ctx.db, ids)
    return (await campaignsByIds(ctx.db, ids)).map((row) => campaignWire(row, counts, ctx.clock.now()))
  },
})

export async function campaignDetail(ctx: Ctx<Staff>, id: number) {
  const row = await campaignById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return campaignWire(row, await countsOf(ctx.db, [id]), ctx.clock.now())
}

/** The names of campaigns, for lists of other slices. */
export async function campaignNames(ctx: Pick<Ctx, 'db'>, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = ids.length === 0 ? [] : await campaignsByIds(ctx.db, [...ids])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The coupons of a campaign with their holders; `used` leaves only those that are locked or used. */
export async function couponsIssued(
  ctx: Ctx<Staff>,
  { campaignId, stages, page, size }: Page & { campaignId: number; stages?: readonly CouponStage[] | undefined },
) {
  const filter = { campaignId, ...(stages ? { stages } : {}) }
  const rows = await couponsOfCampaign(ctx.db, filter, { page, size })
  const list = await issuedViews(ctx, rows)
  return { list, total: await countOfCampaign(ctx.db, filter), page, size }
}

/** Coupons with their holders, as staff see them. */
export async function issuedViews(ctx: Pick<Ctx, 'db'>, rows: readonly IssuedCoupon[]) {
  const customers = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  return rows.map((row) => {
    const customer = customers.get(row.customerId)
    return {
      id: row.id,
      version: row.version,
      stage: row.stage,
      stageLabel: couponLifecycle.stages[row.stage],
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      sourceLabel: couponSources[row.source as CouponSource],
      issuedAt: shanghaiTime(row.issuedAt),
      expiresAt: shanghaiTime(row.expiresAt),
      validUntil: lastValidDay(row.expiresAt),
      usedNo: row.usedNo ?? '',
      discountFen: row.discountFen,
      usedAt: row.usedAt && shanghaiTime(row.usedAt),
      mayWithdraw: row.stage === 'issued',
    }
  })
}

export async function segmentIssues(ctx: Ctx<Staff>, { campaignId, page, size }: Page & { campaignId: number }) {
  const rows = await issuesOf(ctx.db, campaignId, { page, size })
  const list = rows.map(({ id, about, total, seen, issued, endedBy, createdAt, finishedAt }) => ({
    ...{ id, about, total, seen, issued, endedBy },
    createdAt: shanghaiTime(createdAt),
    finishedAt: finishedAt && shanghaiTime(finishedAt),
  }))
  return { list, total: await countIssues(ctx.db, campaignId), page, size }
}

function campaignWire(row: CampaignRow, counts: readonly CouponCount[], now: Date) {
  const own = counts.filter(({ campaignId }) => campaignId === row.id)
  const of = (stage: CouponStage) => own.find((count) => count.stage === stage)
  const { createdBy: _, validFrom, validUntil, stoppedAt, createdAt, ...rest } = row
  return {
    ...rest,
    validFrom: validFrom ? shanghaiDate(validFrom) : '',
    // Stored is the midnight after the last day.
    validUntil: validUntil ? shanghaiDate(addDays(validUntil, -1)) : '',
    running: isOpen(row, now),
    stoppedAt: stoppedAt && shanghaiTime(stoppedAt),
    createdAt: shanghaiTime(createdAt),
    lockedCount: of('locked')?.count ?? 0,
    usedCount: of('used')?.count ?? 0,
    expiredCount: of('expired')?.count ?? 0,
    lockedFen: of('locked')?.discountFen ?? 0,
    usedFen: of('used')?.discountFen ?? 0,
  }
}

function requireFuture({ validUntil }: CampaignFields, now: Date): void {
  if (validUntil && validUntil <= now) throw refuseAt('validUntil', couponErrors.endPast)
}

/** Fields that the kind does not use are emptied, so that equal campaigns are stored alike. */
function fieldsOf(form: CampaignForm): CampaignFields {
  const faults = campaignFaults(form)
  const [first] = Object.values(faults)
  if (first) throw refuse(commonErrors.invalid, first, { fields: faults })
  const { kind, validFrom, validUntil, ...rest } = form
  const off = kind !== 'shipping'
  return {
    ...rest,
    kind,
    valueFen: kind === 'amount' ? form.valueFen : 0,
    percentOff: kind === 'percent' ? form.percentOff : 0,
    capFen: kind === 'percent' ? form.capFen : 0,
    thresholdFen: off ? form.thresholdFen : 0,
    stackable: off && form.stackable,
    projectIds: inOrder(form.projectIds),
    categoryIds: inOrder(form.categoryIds),
    groups: [...new Set(form.groups)].sort(),
    validFrom: validFrom === '' ? null : fromShanghai(`${validFrom} 00:00`),
    validUntil: validUntil === '' ? null : addDays(fromShanghai(`${validUntil} 00:00`), 1),
  }
}

const inOrder = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

const terms = [
  'kind',
  'valueFen',
  'percentOff',
  'capFen',
  'thresholdFen',
  'groups',
  'projectIds',
  'categoryIds',
  'firstOrder',
  'stackable',
  'validFrom',
  'validUntil',
  'validDays',
] as const satisfies readonly (keyof CampaignTerms)[]

function sameTerms(a: CampaignTerms, b: CampaignTerms): boolean {
  return terms.every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))
}

function fieldsOnly({ id: _, version: _v, issued: _i, uses: _u, ...fields }: CampaignRow) {
  return fields
}

function isBelow(limit: number | null, used: number): boolean {
  return limit !== null && limit < used
}
