export const alarmKinds = {
  smsBudget: '短信用量',
  personalReads: '个人信息访问',
  books: '账目核对',
  deadJobs: '后台任务',
  payments: '在线收款',
  backups: '备份',
  replica: '只读副本',
  system: '系统状态',
} as const
export type AlarmKind = keyof typeof alarmKinds

/** The mail about one alarm: what happened, and where to deal with it. */
export function alarmLetter(alarm: { kind: AlarmKind; text: string; raisedAt: string; consoleUrl: string }): {
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
    `查看详情、调整限额并标记处理：${alarm.consoleUrl}/console/safety`,
    '',
    '同一告警只发送一次邮件，后续次数请在后台查看。',
  ]
  return { subject: `【明析科测】安全告警：${kind}`, text: text.join('\n') }
}

/** How many SMS codes may be sent per day, in total and for one IP address. */
export interface SmsLimits {
  perDayInAll: number
  perAddressPerDay: number
  perAddressPerTenMinutes: number
}

/** How many customers' full contact details and files one member of staff may read. */
export interface PersonalReadLimits {
  perHour: number
  perDay: number
}

/** Limits of a shorter time that are above those of the day, and so would never be reached. */
export function limitFaults(limits: SmsLimits & PersonalReadLimits) {
  const { perAddressPerDay, perAddressPerTenMinutes, perHour, perDay } = limits
  return [
    perAddressPerTenMinutes > perAddressPerDay &&
      ({ field: 'perAddressPerTenMinutes', message: '不能超过同一地址每天的上限' } as const),
    perHour > perDay && ({ field: 'perHour', message: '不能超过每天的上限' } as const),
  ].filter((fault) => fault !== false)
}

export interface PersonalReads {
  /** Number of different people whose data were read in full within the hour and the day. */
  hour: number
  day: number
  /** Whether this person is among those of the last hour. */
  again: boolean
}

/** [T-58] Whether one more person's data may be shown in full; a person read within the last hour does not count again. */
export function mayReadMore(reads: PersonalReads, limits: PersonalReadLimits): boolean {
  return reads.again || (reads.hour < limits.perHour && reads.day < limits.perDay)
}

/** [T-6] The shares of the daily budget at which administrators get an alarm: at four fifths, and when it is used up. */
export function budgetAlarm(sentToday: number, perDay: number): 'near' | 'spent' | undefined {
  if (sentToday >= perDay) return 'spent'
  return sentToday >= perDay * 0.8 ? 'near' : undefined
}

/** Whose sessions an administrator can end all at once. */
export const signedInKinds = { customer: '客户', staff: '员工' } as const
export type SignedInKind = keyof typeof signedInKinds
