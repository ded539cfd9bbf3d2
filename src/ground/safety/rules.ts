export const alarmKinds = {
  smsBudget: '短信用量',
  personalReads: '个人信息访问',
  books: '账目核对',
  deadJobs: '后台任务',
} as const
export type AlarmKind = keyof typeof alarmKinds

/** The letter about one alarm: what is the matter, and where to deal with it. */
export function alarmLetter(alarm: { kind: AlarmKind; text: string; raisedAt: string; siteUrl: string }): {
  subject: string
  text: string
} {
  const kind = alarmKinds[alarm.kind] ?? alarm.kind
  const text = [
    `明析科测发现异常（${kind}），请尽快查看：`,
    '',
    alarm.text,
    `发生时间：${alarm.raisedAt}（北京时间）`,
    '',
    `查看详情、调整限额并标记处理：${alarm.siteUrl}/console/safety`,
    '',
    '同一告警只发送一次邮件，后续次数请在后台查看。',
  ]
  return { subject: `【明析科测】安全告警：${kind}`, text: text.join('\n') }
}

/** How many codes may leave in a day, in all and for one address. */
export interface SmsLimits {
  perDayInAll: number
  perAddressPerDay: number
  perAddressPerTenMinutes: number
}

/** How many people's full contact details, and how many customer files, one member of staff may open. */
export interface PersonalReadLimits {
  perHour: number
  perDay: number
}

export interface PersonalReads {
  /** Different people whose data were read in full within the hour and the day. */
  hour: number
  day: number
  /** This one is among those of the last hour. */
  again: boolean
}

/** T-58. Whether one more person's data may be shown in full; somebody just looked at may be looked at again. */
export function mayReadMore(reads: PersonalReads, limits: PersonalReadLimits): boolean {
  return reads.again || (reads.hour < limits.perHour && reads.day < limits.perDay)
}

/** T-6. The share of the day's messages from which the administrators are told: once at four fifths, once when nothing is left. */
export function budgetAlarm(sentToday: number, perDay: number): 'near' | 'spent' | undefined {
  if (sentToday >= perDay) return 'spent'
  return sentToday >= perDay * 0.8 ? 'near' : undefined
}
