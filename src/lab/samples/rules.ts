import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface SampleFacts {
  orderNo: string
  customerId: number
  sampleNo: string
  name: string
  courier?: string
  waybill?: string
  reason?: string
}

/** A sample's way from the customer's bench to the shelf and back. */
export const sampleLifecycle = defineLifecycle({
  entity: 'sample',
  table: 'samples',
  facts: factsOf<SampleFacts>(),
  stages: {
    pending: '待寄送',
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
    send: { label: '已寄出', from: ['pending'], to: 'in_transit', by: ['customer'] },
    receive: { label: '收样', from: ['pending', 'in_transit', 'parked', 'lost'], to: 'received', by: ['staff'] },
    checkIn: { label: '随订单登记', from: ['pending', 'in_transit'], to: 'received', by: ['system'] },
    refuse: {
      label: '拒收',
      from: ['pending', 'in_transit', 'parked', 'received', 'withdrawn'],
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
      from: ['in_transit', 'parked', 'received', 'testing', 'tested', 'kept', 'to_return', 'abnormal', 'dropped'],
      to: 'lost',
      by: ['staff'],
      reason: 'required',
    },
    withdraw: { label: '订单取消', from: ['pending', 'in_transit'], to: 'withdrawn', by: ['system'] },
    /** A parcel that comes before its order is approved waits on a shelf; with the approval it counts as received. */
    park: { label: '暂存', from: ['pending', 'in_transit'], to: 'parked', by: ['staff'] },
    admit: { label: '转为收样', from: ['parked'], to: 'received', by: ['system'] },
    /** What the owner decides on a sample when an exception was reported. */
    drop: { label: '不再检测', from: ['received', 'testing', 'abnormal'], to: 'dropped', by: ['customer'] },
    resend: { label: '重新寄送', from: ['received', 'testing', 'abnormal', 'lost'], to: 'pending', by: ['customer'] },
  },
})

/** What the stage is called: a party comes and data is sent, nothing of them is posted. */
export function sampleStageLabel(stage: SampleStage, serviceType: number): string {
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
 * A sample of which nothing more is to be expected. A kept one is still on our shelf: it can be asked back, and its end is to come.
 * Data (the form of data analysis) is no matter that could go back or be destroyed: analysed, it is settled.
 */
export function isSettled(sample: StagedSample & { form?: string }): boolean {
  if (sample.form === 'data' && ['tested', 'kept'].includes(sample.stage)) return true
  return ['returned', 'destroyed', 'consumed', 'lost', 'withdrawn'].includes(sample.stage)
}

/** Stages at which a sample is expected at our door. */
export function isAwaited({ stage }: StagedSample): boolean {
  return stage === 'pending' || stage === 'in_transit'
}

/** Accepted by us at some time, whatever became of it since: what「已收 2/3」counts. */
export function isTakenIn(sample: StagedSample & { receivedAt: unknown }): boolean {
  return sample.receivedAt !== null && !['pending', 'in_transit', 'parked', 'refused'].includes(sample.stage)
}

/** On our shelf and fit to be put to the test now; an abnormal one waits until that is settled. */
export function isTestable({ stage }: StagedSample): boolean {
  return stage === 'received' || stage === 'tested' || stage === 'kept'
}

/** What an owner can decide about a sample when an exception was reported; empty when there is nothing to decide. */
export function holdChoicesFor(stage: SampleStage): HoldChoice[] {
  const { drop, resend } = sampleLifecycle.transitions
  const may = (transition: { from: readonly SampleStage[] }) => transition.from.includes(stage)
  return [...(may(drop) ? (['continue', 'drop'] as const) : []), ...(may(resend) ? (['resend'] as const) : [])]
}
export const holdChoices = { continue: '继续检测', drop: '不再检测此样品', resend: '重新寄送一份' } as const
export type HoldChoice = keyof typeof holdChoices
export const holdChoiceKeys = Object.keys(holdChoices) as HoldChoice[]

/**
 * The lines that cannot be tested because no sample of them is on hand; without line ids, `['all']` when there is none at all.
 * Starting a test and accepting a retest both ask this.
 */
export function linesWithoutSample(
  samples: readonly (StagedSample & { lineId: number })[],
  lineIds: readonly number[] | null,
): readonly (number | 'all')[] {
  const testable = samples.filter(isTestable)
  if (lineIds === null) return testable.length > 0 ? [] : ['all']
  return lineIds.filter((lineId) => !testable.some((sample) => sample.lineId === lineId))
}

/** Why a sample may not be sent back yet; undefined when it may. One rule for the owner's page, the parcel list and the sending. */
export function returnHindrance(order: { stage: string; paid: boolean }, stage: SampleStage, afterPayment: boolean) {
  const free = stage === 'refused' || order.stage === 'cancelled' || order.stage === 'rejected'
  return free || order.paid || !afterPayment ? undefined : '费用付清后才能寄回'
}

/** The reminder before a kept sample's time is over. */
export const keepReminderDays = 7

/** Whether the time for which a kept sample is promised to its owner is over. */
export function isKeepOver(sample: { keepUntil: Date | null }, now: Date): boolean {
  return sample.keepUntil !== null && sample.keepUntil <= now
}

/** Heavier than any sample that comes in a parcel: a slip of the keyboard. */
export const heaviestSampleMg = 10_000_000

/** Letters, digits and hyphens with at least one digit, as couriers print them. */
export function isWaybill(text: string): boolean {
  return /^(?=.*\d)[A-Z0-9][A-Z0-9-]{0,38}[A-Z0-9]$/.test(text)
}
