import type { ServiceType } from '../samples/service-rules.ts'
import { type Days, daysText, readDays } from '../../core/settings/opening-hours/days-rules.ts'
import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'
import { addDays, addHours, fromShanghai, shanghaiDate } from '../../platform/time.ts'

export interface DemandFacts {
  /** Null for a visitor, who is notified by SMS. */
  customerId: number | null
  receiptNo: string
  title?: string
  amountFen?: number
  until?: string
  reason?: string
}

/** The lifecycle of a demand outside the catalogue. Staff answer with an offer; an accepted offer becomes a line of the plan. */
export const demandLifecycle = defineLifecycle({
  entity: 'demand',
  table: 'demands',
  facts: factsOf<DemandFacts>(),
  stages: { open: '待响应', answered: '已报价', accepted: '已转方案', withdrawn: '已撤回', closed: '已关闭' },
  transitions: {
    answer: { label: '报价', from: ['open', 'answered'], to: 'answered', by: ['staff'] },
    accept: { label: '接受报价并加入方案', from: ['answered'], to: 'accepted', by: ['customer'] },
    withdraw: { label: '撤回', from: ['open', 'answered'], to: 'withdrawn', by: ['customer'] },
    /** Staff cannot offer the work; the customer reads the reason. */
    close: { label: '关闭', from: ['open', 'answered'], to: 'closed', by: ['staff'], reason: 'required' },
    /** A visitor's requirement is answered by phone; the result is recorded. */
    settle: { label: '登记处理结果', from: ['open'], to: 'closed', by: ['staff'], reason: 'required' },
  },
})

export type DemandStage = keyof typeof demandLifecycle.stages
export const demandStages = Object.keys(demandLifecycle.stages) as DemandStage[]

export const demandKinds = { customer: '客户', visitor: '访客' } as const
export type DemandKind = keyof typeof demandKinds

export const demandLimits = {
  title: 60,
  body: 2000,
  files: 5,
  /** The most demands of one customer that wait for an answer at the same time. */
  open: 20,
  answerLines: 20,
  validDays: 180,
  /** Staff promise an answer within this many working hours. */
  answerHours: 2,
} as const

/** Limits of visitors' requirements: their size, and their number per hour. */
export const requireLimits = {
  files: 5,
  fileBytes: 10 * 1024 * 1024,
  perPhone: 5,
  perAddress: 20,
  inAll: 300,
} as const

/** The longest answer by SMS, since templates of SMS providers limit the length of a variable. */
export const visitorReply = { template: 'demand.reply', maxLength: 35 } as const

/** The offer, as it is stored and later shown in the plan. */
export interface DemandAnswer {
  /** The name of the plan line. */
  title: string
  text: string
  lines: { label: string; amountFen: number }[]
  serviceType: ServiceType
  sampleCount: number
  /** Working days. */
  daysFrom: number
  daysTo: number
}

/** The numbers are missing where release 0.3.0 wrote the answer; it reads and writes only the text, which therefore is written too. */
export type StoredAnswer = Omit<DemandAnswer, keyof Days> & Partial<Days> & { days: string }

export function storedAnswer(answer: DemandAnswer): StoredAnswer {
  return { ...answer, days: daysText(answer.daysFrom, answer.daysTo) }
}

/** Null where staff once wrote what names no span of days. */
export function daysOf({ daysFrom, daysTo, days }: Pick<StoredAnswer, 'days' | keyof Days>): Days | null {
  if (daysFrom !== undefined && daysTo !== undefined) return { daysFrom, daysTo }
  return readDays(days) ?? null
}

export function totalOf(answer: Pick<DemandAnswer, 'lines'>): number {
  return answer.lines.reduce((sum, line) => sum + line.amountFen, 0)
}

/** The end of the last day of an offer, in Shanghai time. */
export function endOfDay(day: string): Date {
  return addDays(fromShanghai(day), 1)
}

/** The last day of an offer that ends at this time. */
export function lastDay(validUntil: Date): string {
  return shanghaiDate(addHours(validUntil, -1))
}

/** Why a day cannot be the last day of an offer; otherwise undefined. */
export function validDayProblem(day: string, now: Date): string | undefined {
  if (day < shanghaiDate(now)) return '报价有效期不能早于今天'
  return day > shanghaiDate(addDays(now, demandLimits.validDays))
    ? `报价有效期最长${demandLimits.validDays}天`
    : undefined
}
