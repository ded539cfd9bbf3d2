export const alarmKinds = {
  smsBudget: '短信用量',
  personalReads: '个人信息访问',
} as const
export type AlarmKind = keyof typeof alarmKinds

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
