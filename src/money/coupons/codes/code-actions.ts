import { randomBytes } from 'node:crypto'
import { commonErrors, refuse, refuseAt } from '../../../platform/contract/refusal.ts'
import { forgetTries, takeTry } from '../../../platform/auth/throttle.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { isOpen, leftToIssue } from '../campaigns/campaign-rules.ts'
import { campaignById, lockCampaign } from '../campaigns/campaign-store.ts'
import { codesAsCsv, codeKey, codeText, randomBytesOfCode, singleCode } from './code-rules.ts'
import { codeGroups, codesOfBatch, countCodeGroups, insertCodes, lockCode, nextBatch, takeCode } from './code-store.ts'
import { couponErrors } from '../errors.ts'
import { issueCoupons, openCampaign } from '../issue-actions.ts'
import { heldByCustomers } from '../store.ts'
import { valueText } from '../wording-rules.ts'

/**
 * Redeems a code. Every try counts before the code is looked up, so that nobody finds codes by trying; a code that fits clears the count.
 */
export async function exchangeCode(ctx: Ctx<Customer>, typed: string) {
  const tries = `coupon-code:${ctx.actor.id}`
  const waitSeconds = await takeTry(ctx, tries)
  if (waitSeconds > 0) throw refuse(couponErrors.tooManyTries, `兑换尝试次数过多，请 ${waitSeconds} 秒后再试`)
  const redeemed = await redeem(ctx, typed)
  await forgetTries(ctx, tries)
  return redeemed
}

/** All or nothing: a code is not used up when the customer may not have the coupon. */
function redeem(ctx: Ctx<Customer>, typed: string) {
  return inTx(ctx, async (inner) => {
    const code = await lockCode(inner.db, codeKey(typed))
    if (!code) throw refuse(couponErrors.codeUnknown)
    const campaign = await lockCampaign(inner.db, code.campaignId)
    if (!campaign || !isOpen(campaign, inner.clock.now())) throw refuse(couponErrors.codeUnknown)
    const key = `code:${code.id}`
    const [held] = await heldByCustomers(inner.db, campaign.id, [ctx.actor.id])
    if (held?.keys.includes(key)) throw refuse(couponErrors.codeUsedByYou)
    if ((await takeCode(inner.db, code.id)) === 0) throw refuse(couponErrors.codeUsedUp)
    const [coupon] = await issueCoupons(inner, campaign, { customerIds: [ctx.actor.id], source: 'code', key })
    if (!coupon) throw refuse(leftToIssue(campaign) === 0 ? couponErrors.campaignEmpty : couponErrors.ownLimitReached)
    return { couponId: coupon.id, name: campaign.name, valueText: valueText(campaign) }
  })
}

/** One code for everybody, with its own limit. */
export async function addSharedCode(
  ctx: Ctx<Staff>,
  { campaignId, code, useLimit }: { campaignId: number; code: string; useLimit: number | null },
) {
  return inTx(ctx, async (inner) => {
    await openCampaign(inner, campaignId)
    const row = { useLimit, batch: null }
    const added = await insertCodes(inner.db, campaignId, [codeKey(code)], row, ctx.actor.id, ctx.clock.now())
    if (added.length === 0) throw refuseAt('code', couponErrors.codeTaken)
    return { code: codeKey(code) }
  })
}

/** A batch of codes that can be redeemed once each. */
export async function addCodeBatch(ctx: Ctx<Staff>, { campaignId, count }: { campaignId: number; count: number }) {
  return inTx(ctx, async (inner) => {
    const left = leftToIssue(await openCampaign(inner, campaignId)) ?? count
    if (count > left) throw refuse(couponErrors.moreCodesThanCoupons, `该活动还可发放 ${left} 张，兑换码不能更多`)
    const batch = await nextBatch(inner.db, campaignId)
    let missing = count
    // Two equal codes among 2^60 are next to impossible; a code that exists is drawn again.
    while (missing > 0) {
      const codes = Array.from({ length: missing }, () => codeKey(singleCode(randomBytes(randomBytesOfCode))))
      const added = await insertCodes(
        inner.db,
        campaignId,
        codes,
        { useLimit: 1, batch },
        ctx.actor.id,
        ctx.clock.now(),
      )
      missing -= added.length
    }
    return { batch, count }
  })
}

export async function codesOf(
  ctx: Ctx<Staff>,
  { campaignId, page, size }: { campaignId: number; page: number; size: number },
) {
  const rows = await codeGroups(ctx.db, campaignId, { page, size })
  const list = rows.map((row) => ({ ...row, createdAt: shanghaiTime(row.createdAt) }))
  return { list, total: await countCodeGroups(ctx.db, campaignId), page, size }
}

/** The codes of a batch as a file for Excel. Whoever has it can redeem them, so the call is audited like a write. */
export async function exportBatch(ctx: Ctx<Staff>, { campaignId, batch }: { campaignId: number; batch: number }) {
  const campaign = await campaignById(ctx.db, campaignId)
  const codes = await codesOfBatch(ctx.db, campaignId, batch)
  if (!campaign || codes.length === 0) throw refuse(commonErrors.notFound)
  const rows = codes.map(({ code, uses }) => ({ code: codeText(code, true), used: uses > 0 }))
  return { fileName: `${campaign.name}-兑换码-第${batch}批.csv`, csv: codesAsCsv(campaign.name, rows) }
}
