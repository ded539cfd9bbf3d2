import { refuse } from '../../platform/contract/refusal.ts'
import { recordAudit, recordAuditOnce, subjectsOfStaff } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { enqueue } from '../../platform/jobs/outbox.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { addDays, addHours, addMinutes, shanghaiTime } from '../../platform/time.ts'
import { readSetting } from '../settings/actions.ts'
import { safetyErrors } from './errors.ts'
import { mailAddressesOf } from '../staff/actions.ts'
import { type AlarmKind, alarmLetter, budgetAlarm, mayReadMore, type SmsLimits } from './rules.ts'
import {
  addAlarmMail,
  alarmById,
  countUnseenAlarms,
  isAlarmMailOpen,
  lockReader,
  noteAlarmMail,
  putAlarm,
} from './store.ts'
import { mailJob, tellJob } from './events.ts'

/** Raises an alarm: a row in the console, a mail to each administrator, and a log line that monitoring can match. */
export async function raiseAlarm(ctx: Ctx, alarm: { kind: AlarmKind; occasion: string; text: string }): Promise<void> {
  const opened = await inTx(ctx, async (ctx) => {
    const id = await putAlarm(ctx.db, alarm, ctx.clock.now())
    if (id !== undefined) await enqueue(ctx, tellJob, { alarmId: id })
    return id !== undefined
  })
  if (opened) ctx.log.error({ alarm: alarm.kind, occasion: alarm.occasion }, 'alarm')
}

/** One job per address, so that a failing mailbox neither delays the others nor makes them get the same mail twice. */
export function tellAdministrators(ctx: Ctx, alarmId: number): Promise<void> {
  return inTx(ctx, async (ctx) => {
    for (const recipient of await alarmRecipients(ctx)) {
      if (await addAlarmMail(ctx.db, alarmId, recipient)) await enqueue(ctx, mailJob, { alarmId, recipient })
    }
  })
}

/** How many alarms no administrator has marked as dealt with. */
export function unseenAlarms(ctx: Pick<Ctx, 'db'>): Promise<number> {
  return countUnseenAlarms(ctx.db)
}

/** The recipients: every administrator with an e-mail address, and the addresses of the configuration. */
export async function alarmRecipients(ctx: Pick<Ctx, 'db' | 'config'>): Promise<string[]> {
  return [...new Set([...(await mailAddressesOf(ctx, 'admin')), ...ctx.config.ALARM_MAIL])]
}

/** Throws when the mail could not be sent, so that the queue tries again. */
export async function mailAlarm(ctx: Ctx, alarmId: number, recipient: string): Promise<void> {
  const alarm = await alarmById(ctx.db, alarmId)
  if (!alarm || !(await isAlarmMailOpen(ctx.db, alarmId, recipient))) return
  const letter = alarmLetter({ ...alarm, raisedAt: shanghaiTime(alarm.raisedAt), consoleUrl: ctx.config.consoleUrl })
  try {
    await sendMail(ctx, { to: recipient, template: `alarm.${alarm.kind}`, ...letter })
  } catch (error) {
    await noteAlarmMail(ctx.db, alarmId, recipient, { error: (error as Error).message })
    throw error
  }
  await noteAlarmMail(ctx.db, alarmId, recipient, { sentAt: ctx.clock.now() })
}

/** [T-6] Checks the daily budget after each SMS code that was requested. */
export async function watchSmsBudget(ctx: Ctx, sentToday: number, limits: SmsLimits): Promise<void> {
  const reached = budgetAlarm(sentToday, limits.perDayInAll)
  if (!reached) return
  const day = shanghaiTime(ctx.clock.now()).slice(0, 10)
  const used = `24 小时内已请求 ${sentToday} 条验证码短信，上限 ${limits.perDayInAll} 条`
  const text = reached === 'spent' ? `${used}，已停止发送。请检查是否有人恶意请求。` : `${used}，接近上限。`
  await raiseAlarm(ctx, { kind: 'smsBudget', occasion: `${reached}:${day}`, text })
}

export interface PersonalRead {
  /** Whose data were read: `customer:12`. */
  subject: string
  /** Where the data were read, such as the order. */
  about: Record<string, unknown>
  reason?: string
}

/**
 * [T-58] Records that full contact data are read, and answers whether they may be shown. A member of staff who reads the data of too many
 * people in a short time is stopped, and the administrators get an alarm. Masked data need no permission.
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

/**
 * For data that cannot be shown masked: refuses when the limit is reached. The alarm must be kept although the call is refused, so this
 * must not be called inside a transaction.
 */
export async function readPersonal(ctx: Ctx, read: PersonalRead): Promise<void> {
  if (!(await mayReadPersonal(ctx, read))) throw refuse(safetyErrors.tooManyPersonalReads)
}

const SAME_READING_MINUTES = 10

/**
 * Records that a page of a list showed staff account numbers or addresses in full. They need them to pay and to send, so no limit stops them;
 * the row names the records that were shown.
 */
export async function noteListRead(ctx: Ctx<Staff>, list: string, shown: readonly string[]): Promise<void> {
  if (shown.length === 0) return
  const entry = { action: 'personal.list', subject: `list:${list}`, after: { shown: [...shown].toSorted() } }
  await recordAuditOnce(ctx, entry, addMinutes(ctx.clock.now(), -SAME_READING_MINUTES))
}
