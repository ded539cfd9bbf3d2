import { maskPhone } from '../../people/customers/rules.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { historyOf, transition } from '../../platform/lifecycle/transition.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendSms } from '../../platform/sms/sms.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { mayReadPersonal } from '../../core/safety/actions.ts'
import { safetyErrors } from '../../core/safety/errors.ts'
import { workingTime } from '../../core/settings/actions.ts'
import { addWorkingHours } from '../../core/settings/opening-hours/opening-rules.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { demandItems } from './actions.ts'
import { demandErrors } from './errors.ts'
import {
  type DemandAnswer,
  demandKinds,
  demandLifecycle,
  demandLimits,
  endOfDay,
  storedAnswer,
  validDayProblem,
  visitorReply,
} from './rules.ts'
import { changes, demandById, type DemandRow, ofKind } from './store.ts'
import { replyJob } from './events.ts'

// What staff do with demands. The dispatcher has checked the role (core/staff/rules.ts) before these run.

export async function demandForStaff(ctx: Ctx<Staff>, id: number) {
  const row = await existing(ctx, id)
  const [item] = await staffItems(ctx, [row])
  const subject = row.customerId === null ? `demand:${id}` : `customer:${row.customerId}`
  const whole = await mayReadPersonal(ctx, { subject, about: { receiptNo: row.receiptNo } })
  const history = await historyOf(ctx, demandLifecycle.entity, id)
  const names = await namesOfStaff(
    ctx,
    history.flatMap((entry) => (entry.actorKind === 'staff' && entry.actorId !== null ? [entry.actorId] : [])),
  )
  return {
    ...(item as Exclude<typeof item, undefined>),
    ...(whole ? { contactPhone: row.contactPhone } : {}),
    personalNotice: whole ? '' : safetyErrors.tooManyPersonalReads.message,
    mayAnswer: row.kind === 'customer' && (row.stage === 'open' || row.stage === 'answered'),
    mayClose: row.stage === 'open' || row.stage === 'answered',
    history: history.map((entry) => ({
      what: entry.action === 'create' ? '提交需求' : labelOf(entry.action),
      who: entry.actorKind === 'staff' ? (names.get(entry.actorId ?? 0) ?? '') : row.contactName || '客户',
      at: shanghaiTime(entry.at),
      reason: entry.reason ?? '',
    })),
  }
}

export interface OfferEntry extends DemandAnswer {
  id: number
  version: number
  /** `YYYY-MM-DD`, the last day on which it can be accepted. */
  validUntil: string
}

/** Answers a customer's demand with an offer, which replaces an earlier one. */
export function answerDemand(ctx: Ctx<Staff>, { id, version, validUntil, ...answer }: OfferEntry) {
  const now = ctx.clock.now()
  const problem = validDayProblem(validUntil, now)
  if (problem) throw refuse(demandErrors.badValidDay, problem, { fields: { validUntil: problem } })
  return inTx(ctx, async (inner) => {
    const row = await existing(inner, id)
    if (row.kind === 'visitor') throw refuse(demandErrors.visitorByPhone)
    const moved = await transition(inner, demandLifecycle, id, 'answer', {
      version,
      where: ofKind('customer'),
      set: changes.answered(storedAnswer(answer), ctx.actor.id, now, endOfDay(validUntil)),
      payload: {
        customerId: row.customerId,
        receiptNo: row.receiptNo,
        title: row.title,
        amountFen: answer.lines.reduce((total, line) => total + line.amountFen, 0),
        until: `${validUntil} 24:00`,
      },
    })
    return { stage: moved.to, version: moved.version }
  })
}

export async function closeDemand(ctx: Ctx<Staff>, id: number, version: number, reason: string) {
  const row = await existing(ctx, id)
  if (row.kind === 'visitor') throw refuse(demandErrors.visitorByPhone)
  const payload = { customerId: row.customerId, receiptNo: row.receiptNo, title: row.title, reason }
  const set = changes.closed(reason)
  const { to } = await transition(ctx, demandLifecycle, id, 'close', { version, reason, set, payload })
  return { stage: to }
}

export async function settleDemand(ctx: Ctx<Staff>, id: number, version: number, reason: string) {
  const row = await existing(ctx, id)
  if (row.kind === 'customer') throw refuse(demandErrors.customerByOffer)
  const { to } = await transition(ctx, demandLifecycle, id, 'settle', { version, reason, set: changes.closed(reason) })
  return { stage: to }
}

/** Answers a visitor by SMS to the phone number in the requirement; the answer is recorded as its result. */
export function replyToVisitor(ctx: Ctx<Staff>, id: number, version: number, text: string) {
  return inTx(ctx, async (inner) => {
    const { stage } = await settleDemand(inner, id, version, `短信答复：${text}`)
    await enqueue(inner, replyJob, { demandId: id, text })
    return { stage }
  })
}

export async function sendVisitorReply(ctx: Ctx, demandId: number, text: string): Promise<void> {
  const { contactPhone, receiptNo } = await existing(ctx, demandId)
  await sendSms(ctx, {
    to: contactPhone,
    template: visitorReply.template,
    text: `您的需求 ${receiptNo} 已答复：${text}`,
    variables: { title: text },
  })
}

/** Demands as staff read them. */
export async function staffItems(ctx: Ctx<Staff>, rows: DemandRow[]) {
  const items = await demandItems(ctx, rows)
  const names = await namesOfStaff(
    ctx,
    rows.flatMap((row) => row.answeredBy ?? []),
  )
  const now = ctx.clock.now()
  const time = await workingTime(ctx)
  return rows.map((row, i) => {
    const dueAt = row.stage === 'open' ? addWorkingHours(row.createdAt, demandLimits.answerHours, time) : null
    return {
      ...(items[i] as (typeof items)[number]),
      kind: row.kind,
      kindName: demandKinds[row.kind],
      customerId: row.customerId,
      contactName: row.contactName,
      contactPhone: maskPhone(row.contactPhone),
      company: row.company,
      answeredByName: (row.answeredBy !== null && names.get(row.answeredBy)) || '',
      dueAt: dueAt && shanghaiTime(dueAt),
      overdue: dueAt !== null && dueAt < now,
    }
  })
}

function labelOf(action: string): string {
  const { transitions } = demandLifecycle
  return Object.hasOwn(transitions, action) ? transitions[action as keyof typeof transitions].label : action
}

async function existing(ctx: Ctx, id: number): Promise<DemandRow> {
  const row = await demandById(ctx.db, id)
  if (!row) throw refuse(commonErrors.notFound)
  return row
}
