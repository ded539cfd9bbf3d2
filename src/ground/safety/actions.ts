import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit, subjectsOfStaff } from '../../platform/http/audit.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { addDays, addHours, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../settings/actions.ts'
import { safetyErrors } from './errors.ts'
import { mailAddressesOf } from '../staff/actions.ts'
import { type AlarmKind, alarmLetter, budgetAlarm, mayReadMore, type SmsLimits } from './rules.ts'
import { addAlarmMail, alarmById, isAlarmMailOpen, lockReader, noteAlarmMail, putAlarm } from './store.ts'
import { mailJob, tellJob } from './events.ts'

/** Tells the administrators: a row in the console, a letter to each, and a line in the log that a monitor can watch for. */
export async function raiseAlarm(ctx: Ctx, alarm: { kind: AlarmKind; occasion: string; text: string }): Promise<void> {
  const opened = await inTx(ctx, async (ctx) => {
    const id = await putAlarm(ctx.db, alarm, ctx.clock.now())
    if (id !== undefined) await enqueue(ctx, tellJob, { alarmId: id })
    return id !== undefined
  })
  if (opened) ctx.log.error({ alarm: alarm.kind, occasion: alarm.occasion }, 'alarm')
}

/** One job for each address, so that a full mailbox neither holds up the others nor makes them read the same twice. */
export function tellAdministrators(ctx: Ctx, alarmId: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    for (const recipient of await alarmRecipients(ctx)) {
      if (await addAlarmMail(ctx.db, alarmId, recipient)) await enqueue(ctx, mailJob, { alarmId, recipient })
    }
  })
}

/** Who is told: every administrator with an address, and whatever the configuration names beside them. */
export async function alarmRecipients(ctx: Pick<Ctx, 'db' | 'config'>): Promise<string[]> {
  return [...new Set([...(await mailAddressesOf(ctx, 'admin')), ...ctx.config.ALARM_MAIL])]
}

/** Throws when it could not be sent, so that the queue tries again later. */
export async function mailAlarm(ctx: Ctx, alarmId: number, recipient: string): Promise<void> {
  const alarm = await alarmById(ctx.db, alarmId)
  if (!alarm || !(await isAlarmMailOpen(ctx.db, alarmId, recipient))) return
  const letter = alarmLetter({ ...alarm, raisedAt: shanghaiTime(alarm.raisedAt), siteUrl: ctx.config.siteUrl })
  try {
    await sendMail(ctx, { to: recipient, template: `alarm.${alarm.kind}`, ...letter })
  } catch (error) {
    await noteAlarmMail(ctx.db, alarmId, recipient, { error: (error as Error).message })
    throw error
  }
  await noteAlarmMail(ctx.db, alarmId, recipient, { sentAt: ctx.clock.now() })
}

/** T-6. Looks at the day's messages after each one that was asked for. */
export async function watchSmsBudget(ctx: Ctx, sentToday: number, limits: SmsLimits): Promise<void> {
  const reached = budgetAlarm(sentToday, limits.perDayInAll)
  if (!reached) return
  const day = shanghaiTime(ctx.clock.now()).slice(0, 10)
  const used = `24 小时内已请求 ${sentToday} 条验证码短信，上限 ${limits.perDayInAll} 条`
  const text = reached === 'spent' ? `${used}，已停止发送。请检查是否有人恶意请求。` : `${used}，接近上限。`
  await raiseAlarm(ctx, { kind: 'smsBudget', occasion: `${reached}:${day}`, text })
}

export interface PersonalRead {
  /** Whose data, `customer:12`. */
  subject: string
  /** Where they were read, such as the order. */
  about: Record<string, unknown>
  reason?: string
}

/**
 * T-58. Leaves the trace that reading a whole number or address leaves, and says whether it may be shown: who reads many in
 * a short time is stopped and the administrators are told. Masked data need no leave.
 */
export async function mayReadPersonal(ctx: Ctx, read: PersonalRead): Promise<boolean> {
  const { actor } = ctx
  if (actor.kind !== 'staff') return false
  const now = ctx.clock.now()
  const limits = await readSetting(ctx, 'personalReads')
  const granted = await inTx(ctx, async (ctx) => {
    await lockReader(ctx.db, actor.id)
    const reads = await subjectsOfStaff(
      ctx.db,
      { staffId: actor.id, action: 'personal.read', subject: read.subject },
      { hour: addHours(now, -1), day: addDays(now, -1) },
    )
    if (!mayReadMore(reads, limits)) return false
    const { subject, about: after, reason } = read
    await recordAudit(ctx, { action: 'personal.read', subject, after, reason })
    return true
  })
  if (!granted)
    await raiseAlarm(ctx, {
      kind: 'personalReads',
      occasion: `staff:${actor.id}:${shanghaiTime(now).slice(0, 13)}`,
      text: `${actor.name} 查看完整个人信息达到上限（每小时 ${limits.perHour} 人、每天 ${limits.perDay} 人），已停止显示。`,
    })
  return granted
}

/** The same for what cannot be shown masked. The alarm stays although the call is refused, so it must not stand in a transaction. */
export async function readPersonal(ctx: Ctx, read: PersonalRead): Promise<void> {
  if (!(await mayReadPersonal(ctx, read))) throw refuse(safetyErrors.tooManyPersonalReads)
}
