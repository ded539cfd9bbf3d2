import { hasLimit, requireLimit } from '../../core/staff/roles/limit-actions.ts'
import { customerIdOf, segmentAfter, sizeOfSegment } from '../../people/customers/actions.ts'
import { accountOfGroup } from '../../people/groups/actions.ts'
import { groupNoPattern } from '../../people/groups/rules.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { asSystem, type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { emit, enqueue } from '../../platform/jobs/outbox.ts'
import { recordCreations, transition } from '../../platform/lifecycle/transition.ts'
import { fromShanghai } from '../../platform/time.ts'
import {
  addIssued,
  campaignById,
  type CampaignRow,
  campaignsByIds,
  campaignsOn,
  lockCampaign,
} from './campaigns/campaign-store.ts'
import { type CampaignEnd, endOfCampaign, type IssuedOn, isOpen, leftToIssue } from './campaigns/campaign-rules.ts'
import { couponErrors } from './errors.ts'
import { couponReceived, issueSegmentJob } from './events.ts'
import { insertIssue, isIssuing, type IssueRow, keepProgress, lockIssue } from './issue-store.ts'
import { couponLifecycle, type CouponSource, endAfterDays, lastValidDay } from './rules.ts'
import { type Segment, segmentText } from './campaigns/segment-rules.ts'
import { couponById, dueCoupons, heldByCustomers, insertCoupons, stillDue } from './store.ts'
import { valueText } from './wording-rules.ts'

const CUSTOMERS_PER_PART = 200
const EXPIRED_PER_PART = 500

interface Receiver {
  customerIds: readonly number[]
  source: CouponSource
  /** A repeated issue under the same key issues nothing. */
  key: string
}

/**
 * Issues one coupon to each of these customers, as far as the limits of the campaign allow. Locks the campaign, so that the limits hold
 * also when many are issued at the same time. Answers who got one.
 */
export async function issueCoupons(
  ctx: Ctx,
  campaign: CampaignRow,
  { customerIds, source, key }: Receiver,
): Promise<{ id: number; customerId: number }[]> {
  const now = ctx.clock.now()
  const held = new Map(
    (await heldByCustomers(ctx.db, campaign.id, customerIds)).map((row) => [row.customerId, row] as const),
  )
  const fitting = customerIds.filter((id) => {
    const own = held.get(id)
    return !own || (own.count < campaign.perPerson && !own.keys.includes(key))
  })
  const getting = fitting.slice(0, leftToIssue(campaign) ?? fitting.length)
  if (getting.length === 0) return []
  const validity = validityOf(campaign, now)
  const issued = await insertCoupons(
    ctx.db,
    campaign.id,
    getting.map((customerId) => ({ customerId, source, sourceKey: key, ...validity })),
    now,
  )
  await addIssued(ctx.db, campaign.id, issued.length)
  await recordCreations(
    ctx,
    issued.map(({ id }) => ({ lifecycle: couponLifecycle, id, stage: 'issued' })),
  )
  return issued
}

const endErrors = {
  stopped: couponErrors.campaignStopped,
  empty: couponErrors.campaignEmpty,
  usedUp: couponErrors.campaignUsedUp,
} as const satisfies Record<CampaignEnd, unknown>

/** Refuses to give out coupons or codes by hand once the campaign has nothing more to give. */
function requireOpen(campaign: CampaignRow | undefined, now: Date): CampaignRow {
  const end = campaign ? endOfCampaign(campaign, now) : 'stopped'
  if (!campaign || end) throw refuse(endErrors[end ?? 'stopped'])
  return campaign
}

/** The campaign, locked, if something can be given out of it. */
export async function openCampaign(ctx: Ctx, campaignId: number): Promise<CampaignRow> {
  return requireOpen(await lockCampaign(ctx.db, campaignId), ctx.clock.now())
}

/** Staff give one coupon to the customer with this phone, or to the verified group with this number. */
export async function issueToOne(
  ctx: Ctx<Staff>,
  { campaignId, receiver }: { campaignId: number; receiver: string },
): Promise<{ couponId: number }> {
  return inTx(ctx, async (inner) => {
    const isGroup = groupNoPattern.test(receiver)
    const customerId = isGroup ? await accountOfGroup(inner, receiver) : await customerIdOf(inner, receiver)
    if (customerId === undefined)
      throw refuseAt('receiver', isGroup ? couponErrors.noSuchGroup : couponErrors.noSuchCustomer)
    const campaign = await openCampaign(inner, campaignId)
    await requireCouponLimit(inner, campaign, 1)
    const key = `staff:${campaign.issued + 1}:${inner.clock.now().getTime()}`
    const [coupon] = await issueCoupons(inner, campaign, { customerIds: [customerId], source: 'staff', key })
    if (!coupon) throw refuseAt('receiver', couponErrors.perPersonReached)
    await announce(inner, campaign, [coupon])
    return { couponId: coupon.id }
  })
}

/** The most that the coupons can take off counts against the limit of the role. */
async function requireCouponLimit(ctx: Ctx<Staff>, campaign: CampaignRow, count: number): Promise<void> {
  const mostFen = campaign.kind === 'percent' ? campaign.capFen : campaign.valueFen
  if (campaign.kind === 'percent' && mostFen === 0) {
    if (await hasLimit(ctx, 'coupon')) throw refuse(couponErrors.noCapForLimit)
    return
  }
  await requireLimit(ctx, 'coupon', mostFen * count, 'coupon.issue')
}

/** How many customers an issue to this segment would look at, and how many coupons are left for them (null: no limit). */
export async function sizeOfIssue(
  ctx: Ctx<Staff>,
  { campaignId, segment }: { campaignId: number; segment: Segment },
): Promise<{ total: number; left: number | null }> {
  const campaign = requireOpen(await campaignById(ctx.db, campaignId), ctx.clock.now())
  return { total: await sizeOfSegment(ctx, wanted(segment)), left: leftToIssue(campaign) }
}

/** Starts issuing to every customer of a segment; a job does it part by part. `projectName` is only for the text. */
export async function startSegment(
  ctx: Ctx<Staff>,
  { campaignId, segment, projectName }: { campaignId: number; segment: Segment; projectName: string },
): Promise<{ issueId: number; total: number }> {
  return inTx(ctx, async (inner) => {
    const campaign = await openCampaign(inner, campaignId)
    if (await isIssuing(inner.db, campaignId)) throw refuse(couponErrors.segmentRunning)
    const total = await sizeOfSegment(inner, wanted(segment))
    await requireCouponLimit(inner, campaign, Math.min(total, leftToIssue(campaign) ?? total))
    const about = segmentText(segment, projectName)
    const row = { campaignId, segment, about, total, createdBy: ctx.actor.id }
    const { id } = await insertIssue(inner.db, row, ctx.clock.now())
    await enqueue(inner, issueSegmentJob, { issueId: id })
    return { issueId: id, total }
  })
}

/** Which of these customers belong to the segment by their orders; money does not know orders. */
export type OrderFilter = (ctx: Ctx, segment: Segment, customerIds: readonly number[]) => Promise<Set<number>>

/** One part of a segment; queues the next one. A repeated job does a part once, because the issue is locked and keeps its place. */
export async function issueNextPart(ctx: Ctx, issueId: number, byOrders: OrderFilter): Promise<void> {
  await inTx(asSystem(ctx), async (inner) => {
    const issue = await lockIssue(inner.db, issueId)
    if (!issue || issue.finishedAt) return
    const now = inner.clock.now()
    const ids = await segmentAfter(inner, wanted(issue.segment), issue.lastCustomerId, CUSTOMERS_PER_PART)
    const campaign = await lockCampaign(inner.db, issue.campaignId)
    const open = campaign !== undefined && isOpen(campaign, now)
    const { issued, enough } = open
      ? await issuePart(inner, campaign, issue, ids, byOrders)
      : { issued: 0, enough: ids.length === 0 }
    const endedBy = enough ? null : open ? 'empty' : 'stopped'
    const last = endedBy !== null || ids.length < CUSTOMERS_PER_PART
    const part = { lastCustomerId: ids.at(-1) ?? issue.lastCustomerId, seen: open ? ids.length : 0, issued }
    await keepProgress(inner.db, issueId, part, last ? { at: now, endedBy } : null)
    if (!last) await enqueue(inner, issueSegmentJob, { issueId })
  })
}

/** Whether the coupons left were enough for all of these customers that may have one. */
async function issuePart(
  ctx: Ctx,
  campaign: CampaignRow,
  { id, segment }: IssueRow,
  ids: readonly number[],
  byOrders: OrderFilter,
): Promise<{ issued: number; enough: boolean }> {
  const fitting = segment.orders === 'any' ? new Set(ids) : await byOrders(ctx, segment, ids)
  const customerIds = ids.filter((customerId) => fitting.has(customerId))
  const issued = await issueCoupons(ctx, campaign, { customerIds, source: 'segment', key: `issue:${id}` })
  await announce(ctx, campaign, issued)
  const left = leftToIssue(campaign)
  return {
    issued: issued.length,
    enough: left === null || issued.length < left || issued.length === customerIds.length,
  }
}

/** The campaigns of this event give the customer a coupon; an event that comes twice gives one. `about` tells several events of a kind apart. */
export async function issueOn(
  ctx: Ctx,
  event: IssuedOn,
  customerId: number,
  about?: { key: string; reason: string },
): Promise<void> {
  for (const { id } of await campaignsOn(ctx.db, event))
    await inTx(asSystem(ctx), async (inner) => {
      const campaign = await lockCampaign(inner.db, id)
      if (!campaign || !isOpen(campaign, inner.clock.now())) return
      const issued = await issueCoupons(inner, campaign, {
        ...{ customerIds: [customerId], source: event },
        key: about ? `${event}:${about.key}` : event,
      })
      await announce(inner, campaign, issued, about?.reason)
    })
}

/**
 * A coupon that the customer pays with points. Undefined when the campaign has nothing more to give or the customer has enough of it; the caller
 * then takes no points. Joins the caller's transaction.
 */
export async function issueForPoints(
  ctx: Ctx,
  campaignId: number,
  customerId: number,
  key: string,
): Promise<number | undefined> {
  const campaign = await lockCampaign(ctx.db, campaignId)
  if (!campaign || endOfCampaign(campaign, ctx.clock.now())) return undefined
  const [coupon] = await issueCoupons(ctx, campaign, { customerIds: [customerId], source: 'points', key })
  return coupon?.id
}

/** What stands against a coupon of these campaigns for this customer: the campaign has nothing more to give, or the customer has enough. */
export async function obstaclesToCoupons(
  ctx: Ctx,
  campaignIds: readonly number[],
  customerId: number,
): Promise<Map<number, 'ended' | 'enough'>> {
  const now = ctx.clock.now()
  const obstacles = new Map<number, 'ended' | 'enough'>()
  for (const campaign of await campaignsByIds(ctx.db, [...new Set(campaignIds)])) {
    const [held] = await heldByCustomers(ctx.db, campaign.id, [customerId])
    if (endOfCampaign(campaign, now)) obstacles.set(campaign.id, 'ended')
    else if ((held?.count ?? 0) >= campaign.perPerson) obstacles.set(campaign.id, 'enough')
  }
  return obstacles
}

/** Staff take back a coupon that is not used. */
export async function withdrawCoupon(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const coupon = await couponById(inner.db, id)
    if (!coupon) throw refuse(commonErrors.notFound)
    const { customerId, name } = coupon
    await transition(inner, couponLifecycle, id, 'withdraw', { version, reason, payload: { customerId, name, reason } })
  })
}

/** Coupons whose time is over. The query for using one judges the time as well, so a late run lets nobody use an old one. */
export async function sweepExpiredCoupons(ctx: Ctx): Promise<void> {
  const system = asSystem(ctx)
  const now = ctx.clock.now()
  for (;;) {
    const due = await dueCoupons(ctx.db, now, EXPIRED_PER_PART)
    await inTx(system, async (inner) => {
      for (const { id, customerId } of due)
        await transition(inner, couponLifecycle, id, 'expire', { where: stillDue(now), payload: { customerId } })
    })
    if (due.length < EXPIRED_PER_PART) return
  }
}

async function announce(
  ctx: Ctx,
  campaign: CampaignRow,
  issued: readonly { id: number; customerId: number }[],
  reason?: string,
): Promise<void> {
  const { expiresAt } = validityOf(campaign, ctx.clock.now())
  for (const { id, customerId } of issued)
    await emit(ctx, couponReceived, {
      couponId: id,
      customerId,
      name: campaign.name,
      value: valueText(campaign),
      until: lastValidDay(expiresAt),
      ...(reason === undefined ? {} : { reason }),
    })
}

function validityOf(
  { validFrom, validUntil, validDays }: CampaignRow,
  now: Date,
): { validFrom: Date; expiresAt: Date } {
  return { validFrom: validFrom ?? now, expiresAt: validUntil ?? endAfterDays(validDays ?? 0, now) }
}

function wanted({ userTypes, registeredSince }: Segment) {
  return { userTypes, registeredSince: registeredSince === '' ? null : fromShanghai(`${registeredSince} 00:00`) }
}
