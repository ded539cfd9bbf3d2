import { attachFile, filesOf } from '../../../core/files/actions.ts'
import { customersOf } from '../../../people/customers/actions.ts'
import { customerName } from '../../../people/customers/name-rules.ts'
import { maskPhone } from '../../../people/customers/rules.ts'
import { readRule } from '../../../core/settings/dated-actions.ts'
import { contentErrors } from '../../../shop/editing/errors.ts'
import { archiveItem, publishDraft, saveDraft } from '../../../shop/editing/revisions/revision-actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { commonErrors, Refusal, refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { actionsAt } from '../../../platform/lifecycle/lifecycle.ts'
import { recordCreation, transition } from '../../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../../platform/time.ts'
import { setEarned } from '../actions.ts'
import { claimLifecycle, mostOpenClaims } from './claim-rules.ts'
import {
  claimById,
  claimChanges,
  claimOfCustomer,
  type ClaimRow,
  claimsByIds,
  claimsPage,
  countOpenClaims,
  insertClaim,
  keepClaimFile,
} from './claim-store.ts'
import type { integrationApply } from '../contract.ts'
import { pointErrors } from '../errors.ts'
import { owner } from '../goods/goods-store.ts'
import type { StaffClaim } from '../staff-contract.ts'

/** Claims points for a paper. The database lets a paper wait or earn once, whoever of its authors claims it. */
export async function applyForClaim(ctx: Ctx<Customer>, input: InputOf<typeof integrationApply>) {
  if (input.link === '' && input.fileId === null)
    throw refuse(pointErrors.evidenceNeeded, undefined, { fields: { link: pointErrors.evidenceNeeded.message } })
  if (input.publishedOn > shanghaiDate(ctx.clock.now()))
    throw refuse(commonErrors.invalid, '发表日期不能晚于今天', { fields: { publishedOn: '发表日期不能晚于今天' } })
  return inTx(ctx, async (inner) => {
    if ((await countOpenClaims(inner.db, ctx.actor.id)) >= mostOpenClaims) throw refuse(pointErrors.tooManyClaims)
    const row = await insertClaim(inner.db, ctx.actor.id, input, ctx.clock.now())
    if (!row) throw refuse(pointErrors.doiTaken, undefined, { fields: { doi: pointErrors.doiTaken.message } })
    if (input.fileId !== null) {
      const { id } = await attachFile(inner, input.fileId, `pointClaim:${row.id}`, ['paper'])
      await keepClaimFile(inner.db, row.id, id)
    }
    await recordCreation(inner, claimLifecycle, row.id, 'pending')
    return { id: row.id }
  })
}

export async function claimsOf(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await claimsPage(ctx.db, ctx.actor.id, size, (page - 1) * size)
  const list = rows.map((row) => ({
    ...{ id: row.id, stage: row.stage, doi: row.doi, title: row.title, journal: row.journal },
    ...{ publishedOn: row.publishedOn, project: row.project, company: row.company, words: row.words, link: row.link },
    ...{ consent: row.consent, points: row.points, reason: row.reason },
    stageLabel: claimLifecycle.stages[row.stage],
    createdAt: shanghaiTime(row.createdAt),
    mayWithdraw: actionsAt(claimLifecycle, row.stage, 'customer').includes('withdraw'),
    mayRepeat: row.claimable,
  }))
  return { list, total: rows[0]?.total ?? 0, page, size }
}

export async function withdrawClaim(ctx: Ctx<Customer>, id: number): Promise<void> {
  const row = await claimOfCustomer(ctx.db, id, ctx.actor.id)
  if (!row) throw refuse(commonErrors.notFound)
  const { customerId, title } = row
  await transition(ctx, claimLifecycle, id, 'withdraw', {
    where: owner(ctx.actor.id),
    payload: { customerId, title },
  })
}

/**
 * Gives the points that the rule of the day of the claim promised. With consent the paper is published in the table of acknowledgements, as
 * content like any other, so that editors can change or archive it there.
 */
export async function approveClaim(ctx: Ctx<Staff>, { id, version }: { id: number; version: number }) {
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    const points = await promised(inner, row)
    const acknowledgementId = row.consent ? await published(inner, row) : null
    const { customerId, title } = row
    await transition(inner, claimLifecycle, id, 'approve', {
      version,
      set: claimChanges.approved(points, acknowledgementId, ctx.actor.id, ctx.clock.now()),
      payload: { customerId, title, points },
    })
    await setEarned(inner, { customerId, kind: 'claim', businessId: id, points, memo: `文章致谢 ${row.doi}` })
    return { points, acknowledgementId }
  })
}

export async function rejectClaim(
  ctx: Ctx<Staff>,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<void> {
  const { customerId, title } = await existing(ctx, id)
  await transition(ctx, claimLifecycle, id, 'reject', {
    ...{ version, reason },
    set: claimChanges.rejected(reason, ctx.actor.id, ctx.clock.now()),
    payload: { customerId, title, reason },
  })
}

/**
 * Takes the points of an approved claim back, what is spent already from later points, and hides the published acknowledgement. The paper may be
 * claimed again.
 */
export function revokeClaim(ctx: Ctx<Staff>, { id, version, reason }: { id: number; version: number; reason: string }) {
  return inTx(ctx, async (inner) => {
    const { customerId, title, doi, acknowledgementId, ...row } = await existing(inner, id)
    const points = row.points ?? 0
    await transition(inner, claimLifecycle, id, 'revoke', {
      ...{ version, reason },
      set: claimChanges.revoked(reason, ctx.actor.id, ctx.clock.now()),
      payload: { customerId, title, points, reason },
    })
    await setEarned(inner, { customerId, kind: 'claim', businessId: id, points: 0, memo: `文章致谢 ${doi} 收回` })
    if (acknowledgementId !== null) await hide(inner, acknowledgementId)
    return { points }
  })
}

/** An editor may have taken it down already. */
async function hide(ctx: Ctx<Staff>, acknowledgementId: number): Promise<void> {
  try {
    await archiveItem(ctx, { kind: 'acknowledgement', id: acknowledgementId }, true)
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== contentErrors.alreadyArchived) throw error
  }
}

export async function claimViews(ctx: Ctx<Staff>, ids: number[]): Promise<StaffClaim[]> {
  const rows = await claimsByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.map(({ customerId }) => customerId),
  )
  const files = await filesOf(
    ctx,
    rows.flatMap(({ fileId }) => fileId ?? []),
  )
  const views: StaffClaim[] = []
  for (const row of rows) {
    const { decidedBy: _, decidedAt: _at, customerId, createdAt, ...rest } = row
    views.push({
      ...rest,
      fileId: row.fileId !== null && files.has(row.fileId) ? row.fileId : null,
      points: row.points ?? (row.stage === 'pending' ? await promised(ctx, row) : 0),
      customerName: customerName(customers.get(customerId)),
      customerPhone: maskPhone(customers.get(customerId)?.phone ?? ''),
      stageLabel: claimLifecycle.stages[row.stage],
      createdAt: shanghaiTime(createdAt),
    })
  }
  return views
}

async function promised(ctx: Pick<Ctx, 'db' | 'clock'>, { createdAt }: ClaimRow): Promise<number> {
  return (await readRule(ctx, 'pointRules', shanghaiDate(createdAt)))?.claimPoints ?? 0
}

async function published(ctx: Ctx<Staff>, row: ClaimRow): Promise<number> {
  const data = {
    company: row.company,
    title: row.project,
    code: row.journal,
    content: row.words,
    sketch: row.title,
    source: row.link || `https://doi.org/${row.doi}`,
    publishedOn: row.publishedOn,
  }
  const note = `积分申请 ${row.id}：客户同意展示`
  const draft = await saveDraft(ctx, { kind: 'acknowledgement', baseVersion: 0, data, note })
  await publishDraft(ctx, { kind: 'acknowledgement', ...draft })
  return draft.id
}

async function existing(ctx: Ctx, id: number): Promise<ClaimRow> {
  const row = await claimById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
