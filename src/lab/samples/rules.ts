import type { ServiceType } from './service-rules.ts'
import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface SampleFacts {
  orderNo: string
  customerId: number
  sampleNo: string
  name: string
  courier?: string
  waybill?: string
  /** The mistyped one, of which the customer was told before. */
  formerWaybill?: string
  reason?: string
}

/** What was noted when the sample was received, unless all was well with it. */
export function notedAtIntake(condition: string): string {
  return condition === '完好' ? '' : condition
}

/** The lifecycle of a sample: sent, received, tested, then kept, sent back or destroyed. */
export const sampleLifecycle = defineLifecycle({
  entity: 'sample',
  table: 'samples',
  facts: factsOf<SampleFacts>(),
  stages: {
    pending: '待寄送',
    collecting: '取样中',
    in_transit: '运输中',
    received: '已收样',
    testing: '检测中',
    tested: '已完成',
    to_return: '待寄回',
    returned: '已寄回',
    kept: '留样中',
    destroyed: '已销毁',
    consumed: '已消耗',
    abnormal: '异常',
    refused: '已拒收',
    lost: '已遗失',
    withdrawn: '不再寄送',
    parked: '已到待审',
    dropped: '不再检测',
  },
  transitions: {
    send: { label: '已寄出', from: ['pending'], to: 'in_transit', by: ['customer', 'staff'] },
    /** An imported waybill was wrong. */
    takeBackSend: { label: '撤回寄出', from: ['in_transit'], to: 'pending', by: ['staff'] },
    /** Fetched at the customer's door; the pickup has its own lifecycle. */
    awaitPickup: { label: '预约上门取样', from: ['pending'], to: 'collecting', by: ['system'] },
    pickupOff: { label: '不再上门取样', from: ['collecting'], to: 'pending', by: ['system'] },
    receive: {
      label: '收样',
      from: ['pending', 'collecting', 'in_transit', 'parked', 'lost'],
      to: 'received',
      by: ['staff'],
    },
    checkIn: { label: '随订单登记', from: ['pending', 'collecting', 'in_transit'], to: 'received', by: ['system'] },
    refuse: {
      label: '拒收',
      from: ['pending', 'collecting', 'in_transit', 'parked', 'received', 'withdrawn'],
      to: 'refused',
      by: ['staff'],
      reason: 'required',
    },
    startTesting: {
      label: '开始检测',
      from: ['received', 'abnormal', 'tested', 'kept'],
      to: 'testing',
      by: ['system'],
    },
    finishTesting: { label: '检测完成', from: ['testing'], to: 'tested', by: ['system'] },
    reportAbnormal: {
      label: '标记异常',
      from: ['received', 'testing'],
      to: 'abnormal',
      by: ['staff'],
      reason: 'required',
    },
    resume: { label: '异常解除', from: ['abnormal'], to: 'received', by: ['staff', 'system'] },
    consume: { label: '标记消耗', from: ['testing', 'tested'], to: 'consumed', by: ['staff'] },
    askReturn: {
      label: '申请寄回',
      from: ['parked', 'received', 'tested', 'kept', 'refused', 'abnormal', 'dropped'],
      to: 'to_return',
      by: ['customer', 'staff', 'system'],
    },
    keep: {
      label: '留样',
      from: ['parked', 'received', 'tested', 'abnormal', 'dropped'],
      to: 'kept',
      by: ['staff', 'system'],
    },
    return: { label: '寄回', from: ['to_return', 'tested', 'refused'], to: 'returned', by: ['staff'] },
    destroy: { label: '销毁', from: ['kept', 'refused', 'abnormal'], to: 'destroyed', by: ['staff'] },
    lose: {
      label: '登记遗失',
      from: [
        'collecting',
        'in_transit',
        'parked',
        'received',
        'testing',
        'tested',
        'kept',
        'to_return',
        'abnormal',
        'dropped',
      ],
      to: 'lost',
      by: ['staff'],
      reason: 'required',
    },
    withdraw: { label: '订单取消', from: ['pending', 'collecting', 'in_transit'], to: 'withdrawn', by: ['system'] },
    /** For a sample that arrives before its order is approved; with the approval it counts as received. */
    park: { label: '暂存', from: ['pending', 'collecting', 'in_transit'], to: 'parked', by: ['staff'] },
    admit: { label: '转为收样', from: ['parked'], to: 'received', by: ['system'] },
    /** The customer's decisions on a reported exception. */
    drop: { label: '不再检测', from: ['received', 'testing', 'abnormal'], to: 'dropped', by: ['customer'] },
    resend: { label: '重新寄送', from: ['received', 'testing', 'abnormal', 'lost'], to: 'pending', by: ['customer'] },
  },
})

/** The label of a stage; visits and data analysis have their own words. */
export function sampleStageLabel(stage: SampleStage, serviceType: ServiceType): string {
  if (serviceType === 2) return { ...sampleLifecycle.stages, pending: '待到场', received: '已到场' }[stage]
  if (serviceType === 3)
    return { ...sampleLifecycle.stages, pending: '待传数据', received: '已收数据', testing: '分析中', kept: '已存档' }[
      stage
    ]
  return sampleLifecycle.stages[stage]
}

export type SampleStage = keyof typeof sampleLifecycle.stages
export type SampleAction = keyof typeof sampleLifecycle.transitions
export const sampleStages = Object.keys(sampleLifecycle.stages) as SampleStage[]

interface StagedSample {
  stage: SampleStage
}

/**
 * Whether a sample needs no more work. A kept sample does, since it is sent back or destroyed later. Data cannot be sent back or
 * destroyed, so it is settled once it is analysed.
 */
export function isSettled(sample: StagedSample & { form?: string }): boolean {
  if (sample.form === 'data' && ['tested', 'kept'].includes(sample.stage)) return true
  return ['returned', 'destroyed', 'consumed', 'lost', 'withdrawn'].includes(sample.stage)
}

/** Whether the sample has not arrived yet. */
export function isAwaited({ stage }: StagedSample): boolean {
  return stage === 'pending' || stage === 'collecting' || stage === 'in_transit'
}

/** Whether a pickup can fetch it. A pickup that is dropped may leave what it did not bring at `collecting`; whether one is under way, the caller asks. */
export function isFetchable({ stage }: StagedSample): boolean {
  return stage === 'pending' || stage === 'collecting'
}

/** Whether its customer can ask for it back. Data cannot be sent back. */
export function isReturnable({ stage, form }: StagedSample & { form: string }): boolean {
  return form !== 'data' && (sampleLifecycle.transitions.askReturn.from as readonly SampleStage[]).includes(stage)
}

/** Whether it waits to be sent back, so that its customer can still say where to. */
export function isGoingBack({ stage }: StagedSample): boolean {
  return stage === 'to_return'
}

/** Whether the sample was received at some time, whatever its stage now. 「已收 2/3」 counts these. */
export function isTakenIn(sample: StagedSample & { receivedAt: unknown }): boolean {
  return (
    sample.receivedAt !== null && !['pending', 'collecting', 'in_transit', 'parked', 'refused'].includes(sample.stage)
  )
}

/** Whether testing can start now. An abnormal sample waits until its exception is answered. */
export function isTestable({ stage }: StagedSample): boolean {
  return stage === 'received' || stage === 'tested' || stage === 'kept'
}

/** The decisions open to the customer for a sample after an exception; empty when there are none. */
export function holdChoicesFor(stage: SampleStage): HoldChoice[] {
  const { drop, resend } = sampleLifecycle.transitions
  const may = (transition: { from: readonly SampleStage[] }) => transition.from.includes(stage)
  return [...(may(drop) ? (['continue', 'drop'] as const) : []), ...(may(resend) ? (['resend'] as const) : [])]
}
export const holdChoices = { continue: '继续检测', drop: '不再检测此样品', resend: '重新寄送一份' } as const
export type HoldChoice = keyof typeof holdChoices
export const holdChoiceKeys = Object.keys(holdChoices) as HoldChoice[]

/**
 * The lines without a sample that can be tested; without line ids, `['all']` when no sample of the order can be tested.
 * Used when testing starts and when a retest is accepted.
 */
export function linesWithoutSample(
  samples: readonly (StagedSample & { lineId: number })[],
  lineIds: readonly number[] | null,
): readonly (number | 'all')[] {
  const testable = samples.filter(isTestable)
  if (lineIds === null) return testable.length > 0 ? [] : ['all']
  return lineIds.filter((lineId) => !testable.some((sample) => sample.lineId === lineId))
}

/** Why a sample may not be sent back yet; otherwise undefined. The customer's page, the parcel list and the return itself use this rule. */
export function returnHindrance(order: { stage: string; paid: boolean }, stage: SampleStage, afterPayment: boolean) {
  const free = stage === 'refused' || order.stage === 'cancelled' || order.stage === 'rejected'
  return free || order.paid || !afterPayment ? undefined : '费用付清后才能寄回'
}

/** The reminder is sent this long before the storage time ends. */
export const keepReminderDays = 7

/** Whether the promised storage time of a kept sample is over. */
export function isKeepOver(sample: { keepUntil: Date | null }, now: Date): boolean {
  return sample.keepUntil !== null && sample.keepUntil <= now
}

/** The heaviest plausible sample. A larger number is a typing error. */
export const heaviestSampleMg = 10_000_000

/** Letters, digits and hyphens with at least one digit, as couriers print them. */
export function isWaybill(text: string): boolean {
  return /^(?=.*\d)[A-Z0-9][A-Z0-9-]{0,38}[A-Z0-9]$/.test(text)
}
