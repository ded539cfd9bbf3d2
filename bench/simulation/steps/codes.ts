import { discountExchange } from '../../../src/money/coupons/contract.ts'
import { staffCampaigns } from '../../../src/money/coupons/list-contract.ts'
import {
  staffCodeAdd,
  staffCodeBatch,
  staffCodesExport,
  staffCouponIssue,
} from '../../../src/money/coupons/staff-contract.ts'
import { couponsHeld, type Left, leftOf } from '../models/codes.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Codes for coupons are made and redeemed, and coupons are given to one person by hand. */
export const codes: StepKind[] = [
  { name: 'an editor makes a shared code', weight: 0.6, act: addShared },
  { name: 'an editor makes single codes', weight: 0.7, act: addBatch },
  { name: 'customers redeem codes', weight: 2, act: redeem },
  { name: 'finance gives a coupon', weight: 0.6, act: give },
]
const GIVES = 'a campaign gives what it has left, and nothing once it is over'

/** Mostly a campaign that runs, sometimes one that was stopped or has been used as often as it may be. */
async function campaign(scene: Scene): Promise<{ id: number; left: Left } | undefined> {
  const tab = scene.random.chance(0.85) ? 'running' : 'all'
  const list = (await scene.staff('editor', staffCampaigns, { tab, size: 50 }))?.list ?? []
  const usedUp = list.filter(({ useLimit, uses }) => useLimit !== null && uses >= useLimit)
  const found = scene.one(usedUp.length > 0 && scene.random.chance(0.4) ? usedUp : list)
  return found && { id: found.id, left: await leftOf(scene.world, found.id) }
}

/** Why nothing may be given out by hand; empty when it may. Undefined when nobody knows whether the campaign was stopped. */
function closedBy(scene: Scene, id: number, { toGive, toUse }: Left): string | undefined {
  const { stopped, unsure, ends } = scene.world.model.coupons
  if (stopped.has(id)) return 'campaignStopped'
  if (unsure.has(id) || ends.has(id)) return undefined
  if (toGive === 0) return 'campaignEmpty'
  return toUse === 0 ? 'campaignUsedUp' : ''
}

/** What was answered must be what the model says. After a fault the first of two requests may have been done. */
function judge(scene: Scene, wanted: string | undefined, done: unknown): void {
  const found = done ? '' : scene.refusal
  if (wanted === undefined || wanted === found || (scene.hadFaults && !done)) return
  scene.breaks(GIVES, `${scene.lines.at(-1)} instead of ${wanted || 'ok'}`)
}

async function addShared(scene: Scene): Promise<void> {
  const { random, world } = scene
  const found = await campaign(scene)
  if (!found) return
  const { id: campaignId, left } = found
  const code = `SIMU${random.whole(10, 99)}`
  const useLimit = random.pick([null, 1, 2, 3])
  const isTaken = world.model.codes.codes.has(code)
  const done = await scene.staff('editor', staffCodeAdd, { campaignId, code, useLimit })
  const closed = closedBy(scene, campaignId, left)
  judge(scene, closed === '' && isTaken ? 'codeTaken' : closed, done)
  if (done) world.model.codes.codes.set(code, { campaignId, useLimit })
}

async function addBatch(scene: Scene): Promise<void> {
  const { random, world } = scene
  const found = await campaign(scene)
  if (!found) return
  const { id: campaignId, left } = found
  const most = left.toGive ?? 4
  const count = Math.max(1, random.pick([1, most, most, most + 1, random.whole(1, 6)]))
  const done = await scene.staff('editor', staffCodeBatch, { campaignId, count })
  const closed = closedBy(scene, campaignId, left)
  judge(scene, closed === '' && count > (left.toGive ?? count) ? 'moreCodesThanCoupons' : closed, done)
  if (!done) return
  scene.lines.push(`${count}`)
  world.model.codes.batches.push({ campaignId, batch: done.batch, count })
  const { csv = '' } = (await scene.staff('editor', staffCodesExport, { campaignId, batch: done.batch })) ?? {}
  const made = [...csv.matchAll(/"([A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4})"/g)].map(([, code = '']) => code)
  if (new Set(made).size !== count) scene.breaks(GIVES, `a batch of ${count} has ${made.length} codes`)
  for (const code of made) world.model.codes.codes.set(code, { campaignId, useLimit: 1 })
}

/** Up to three people with one code: one that was sent round is redeemed by several. */
async function redeem(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { codes: book } = world.model
  const known = [...book.codes.keys()]
  const fresh = known.filter((code) => book.usesOf(code) < (book.codes.get(code)?.useLimit ?? Infinity))
  const code = scene.one(fresh.length > 0 && random.chance(0.7) ? fresh : [...known, 'NOSUCHCODE']) ?? ''
  for (const person of scene.some(world.base.people, 3)) await redeemAs(scene, code, person)
}

async function redeemAs(scene: Scene, code: string, person: Scene['person']): Promise<void> {
  const { random, world } = scene
  const { model } = world
  const forGroup = person.decides && random.chance(0.4)
  const accountId = forGroup ? model.groupAccountId : person.id
  const wanted = await wantedOf(scene, code, accountId)
  const typed = random.pick([code, code.toLowerCase(), ` ${code.replaceAll('-', '')}`])
  const done = await scene.by(person, discountExchange, { code: typed }, { forGroup })
  const isOther = scene.refusal === 'tooManyTries' || (forGroup && model.factors.lacks(person.id))
  if (done) model.codes.redeemed.push({ code, accountId, couponId: done.couponId })
  else if (scene.hadFaults) model.codes.unsure.push({ code, accountId })
  if (done || !isOther) judge(scene, wanted, done)
}

/** What a customer who types this code is to be answered. */
async function wantedOf(scene: Scene, code: string, accountId: number): Promise<string | undefined> {
  const { codes: book, coupons } = scene.world.model
  const { campaignId, useLimit = null } = book.codes.get(code) ?? {}
  if (campaignId === undefined) return 'codeUnknown'
  if (coupons.stopped.has(campaignId)) return 'codeUnknown'
  if (book.hasRedeemed(code, accountId)) return 'codeUsedByYou'
  if (useLimit !== null && book.usesOf(code) >= useLimit) return 'codeUsedUp'
  if (book.isUnsure(code) || coupons.unsure.has(campaignId) || coupons.ends.has(campaignId)) return undefined
  const left = await leftOf(scene.world, campaignId)
  if (left.toGive === 0) return 'campaignEmpty'
  const held = await couponsHeld(scene.world, campaignId, accountId)
  return held >= left.perPerson ? 'ownLimitReached' : ''
}

async function give(scene: Scene): Promise<void> {
  const { random, world } = scene
  const found = await campaign(scene)
  if (!found) return
  const { id: campaignId, left } = found
  const { phone, id } = random.pick(world.base.people)
  const { groupNo, accountId } = world.model.group
  const [receiver, receiverId] = random.chance(0.3) ? [groupNo, accountId] : [phone, id]
  const held = await couponsHeld(world, campaignId, receiverId)
  const done = await scene.staff('finance', staffCouponIssue, { campaignId, receiver, reason: '模拟发放的理由' })
  const closed = closedBy(scene, campaignId, left)
  judge(scene, closed === '' && held >= left.perPerson ? 'perPersonReached' : closed, done)
}
