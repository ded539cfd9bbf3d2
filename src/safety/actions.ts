import { refuse } from '../platform/contract/refusal.ts'
import { recordAudit } from '../platform/http/audit.ts'
import { type Ctx, inTx } from '../platform/http/ctx.ts'
import { addDays, addHours, shanghaiTime } from '../platform/time.ts'
import { readSetting } from '../settings/actions.ts'
import { safetyErrors } from './errors.ts'
import { type AlarmKind, budgetAlarm, mayReadMore, type SmsLimits } from './rules.ts'
import { lockReader, personalReads, putAlarm } from './store.ts'

/** Tells the administrators: a row in the console, and a line in the log that a monitor can watch for. */
export async function raiseAlarm(ctx: Ctx, alarm: { kind: AlarmKind; occasion: string; text: string }): Promise<void> {
  const first = await putAlarm(ctx.db, alarm, ctx.clock.now())
  if (first) ctx.log.error({ alarm: alarm.kind, occasion: alarm.occasion }, 'alarm')
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
    const reads = await personalReads(ctx.db, actor.id, read.subject, {
      hour: addHours(now, -1),
      day: addDays(now, -1),
    })
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
