import { customerOf } from '../../people/customers/actions.ts'
import { attachFile, filesOf } from '../../core/files/actions.ts'
import { serviceTypeLabels } from '../samples/service-rules.ts'
import { addAgreedLine, plannedDemands } from '../plans/actions.ts'
import { plainDays } from '../../core/settings/opening-hours/days-rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx } from '../../platform/http/ctx.ts'
import { recordCreation, transition } from '../../platform/lifecycle/transition.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { demandErrors } from './errors.ts'
import { daysOf, demandLifecycle, demandLimits, type DemandStage, lastDay, totalOf } from './rules.ts'
import {
  answersOfOrder,
  changes,
  countOpenOf,
  type DemandRow,
  demandOfCustomer,
  demandsOfCustomer,
  holdAccepted,
  insertDemand,
  type NewDemand,
  owner,
  setOrder,
  stillValid,
} from './store.ts'

/** Creates a demand of a customer or visitor. Joins the caller's transaction. */
export function postDemand(ctx: Ctx, demand: NewDemand): Promise<{ id: number; receiptNo: string }> {
  const now = ctx.clock.now()
  if (demand.deadline !== null && demand.deadline < shanghaiDate(now)) throw refuse(demandErrors.pastDeadline)
  return inTx(ctx, async (inner) => {
    const made = await insertDemand(inner.db, demand, shanghaiDate(now).slice(2).replaceAll('-', ''), now)
    await recordCreation(inner, demandLifecycle, made.id, 'open')
    return made
  })
}

export type DemandFields = Pick<DemandRow, 'title' | 'body' | 'serviceType' | 'budgetFen' | 'deadline' | 'fileIds'>

export function addDemand(ctx: Ctx<Customer>, fields: DemandFields): Promise<{ id: number; receiptNo: string }> {
  return inTx(ctx, async (inner) => {
    const customer = await customerOf(inner, ctx.actor.id)
    if ((await countOpenOf(inner.db, customer.id)) >= demandLimits.open) throw refuse(demandErrors.tooManyOpen)
    const fileIds = [...new Set(fields.fileIds)]
    const made = await postDemand(inner, {
      ...fields,
      fileIds,
      kind: 'customer',
      customerId: customer.id,
      contactName: customer.name || customer.nickname,
      contactPhone: customer.phone,
      company: customer.company,
    })
    for (const fileId of fileIds) await attachFile(inner, fileId, `demand:${made.id}`, ['attachment'])
    return made
  })
}

export async function demandsFor(ctx: Ctx<Customer>, { page, size }: { page: number; size: number }) {
  const rows = await demandsOfCustomer(ctx.db, ctx.actor.id, size, (page - 1) * size)
  const planned = await plannedDemands(ctx, ctx.actor.id)
  const items = await demandItems(ctx, rows)
  const list = rows.map((row, i) => {
    const item = items[i] as (typeof items)[number]
    const inPlan = planned.has(row.id)
    const again = row.stage === 'accepted' && row.orderNo === null && !inPlan
    return {
      ...item,
      inPlan,
      mayAccept: (row.stage === 'answered' || again) && item.answer?.expired === false,
      mayWithdraw: row.stage === 'open' || row.stage === 'answered',
    }
  })
  return { list, total: rows[0]?.total ?? 0, page, size }
}

export async function withdrawDemand(ctx: Ctx<Customer>, id: number, version: number): Promise<{ stage: DemandStage }> {
  const row = await own(ctx, id)
  const { to } = await transition(ctx, demandLifecycle, row.id, 'withdraw', { version, where: owner(ctx.actor.id) })
  return { stage: to }
}

/** Adds the accepted offer to the plan at the offered price. A line deleted there can be added again while the offer is valid. */
export function acceptOffer(ctx: Ctx<Customer>, id: number, version: number) {
  return inTx(ctx, async (inner) => {
    const row = await own(inner, id)
    const now = ctx.clock.now()
    const { answer, validUntil } = row
    if (!answer || !validUntil) throw refuse(commonErrors.stageConflict)
    if ((row.stage === 'answered' || row.stage === 'accepted') && validUntil <= now)
      throw refuse(demandErrors.offerExpired)
    if (row.stage !== 'accepted') {
      await transition(inner, demandLifecycle, row.id, 'accept', {
        version,
        where: stillValid(now),
        set: changes.accepted(now),
        payload: { customerId: ctx.actor.id, receiptNo: row.receiptNo },
      })
    }
    const { planCount } = await addAgreedLine(inner, {
      demandId: row.id,
      name: answer.title,
      described: [
        { key: 'demand', label: '需求', text: `${row.title}（${row.receiptNo}）` },
        { key: 'offer', label: '方案', text: answer.text },
      ],
      lines: answer.lines.map(({ label, amountFen }) => ({
        label,
        quantity: 1,
        unit: '项',
        unitFen: amountFen,
        amountFen,
      })),
      serviceType: answer.serviceType,
      sampleCount: answer.sampleCount,
      days: answer.days,
      ...daysOf(answer),
      validUntil,
    })
    // After the plan line: placing an order locks the two in the same order, which avoids a deadlock.
    if ((await holdAccepted(inner.db, ctx.actor.id, row.id)) === 0) throw refuse(demandErrors.alreadyOrdered)
    return { stage: 'accepted' as const, planCount }
  })
}

/** Records that the lines of these offers were ordered, in the order's transaction. */
export async function offersOrdered(ctx: Ctx, demandIds: number[], orderNo: string): Promise<void> {
  if (demandIds.length === 0) return
  if ((await setOrder(ctx.db, demandIds, orderNo)) !== demandIds.length) throw refuse(demandErrors.alreadyOrdered)
}

/** The longest days that the accepted offers of an order promise, by the name of their line. */
export async function agreedDays(ctx: Pick<Ctx, 'db'>, orderNo: string): Promise<Map<string, number>> {
  const answers = await answersOfOrder(ctx.db, orderNo)
  const days = new Map<string, number>()
  for (const { answer } of answers) {
    const { daysTo = 0 } = daysOf(answer) ?? {}
    days.set(answer.title, Math.max(daysTo, days.get(answer.title) ?? 0))
  }
  return days
}

/** The parts of demands that both customers and staff see. */
export async function demandItems(ctx: Ctx, rows: DemandRow[]) {
  const files = await filesOf(
    ctx,
    rows.flatMap((row) => row.fileIds),
  )
  const now = ctx.clock.now()
  return rows.map((row) => ({
    id: row.id,
    receiptNo: row.receiptNo,
    title: row.title,
    body: row.body,
    serviceType: row.serviceType,
    serviceTypeName: row.serviceType === null ? '不确定' : serviceTypeLabels[row.serviceType],
    budgetFen: row.budgetFen,
    deadline: row.deadline,
    files: row.fileIds.flatMap((fileId) => {
      const file = files.get(fileId)
      return file ? [{ id: file.id, name: file.name, size: file.size }] : []
    }),
    stage: row.stage,
    stageName: demandLifecycle.stages[row.stage],
    version: row.version,
    createdAt: shanghaiTime(row.createdAt),
    answer: answerOf(row, now),
    closeReason: row.closeReason,
    orderNo: row.orderNo,
  }))
}

function answerOf({ answer, answeredAt, validUntil }: DemandRow, now: Date) {
  if (!answer || !answeredAt || !validUntil) return null
  return {
    ...answer,
    ...(daysOf(answer) ?? { daysFrom: null, daysTo: null }),
    days: plainDays(answer.days),
    totalFen: totalOf(answer),
    answeredAt: shanghaiTime(answeredAt),
    validUntil: lastDay(validUntil),
    expired: validUntil <= now,
  }
}

async function own(ctx: Ctx<Customer>, id: number): Promise<DemandRow> {
  const row = await demandOfCustomer(ctx.db, ctx.actor.id, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
