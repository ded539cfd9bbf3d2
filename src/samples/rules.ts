import { defineLifecycle } from '../platform/lifecycle/lifecycle.ts'

/** A sample's way from the customer's bench to the shelf and back. */
export const sampleLifecycle = defineLifecycle({
  entity: 'sample',
  table: 'samples',
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
  },
  transitions: {
    send: { label: '已寄出', from: ['pending'], to: 'in_transit', by: ['customer'] },
    receive: { label: '收样', from: ['pending', 'in_transit', 'lost'], to: 'received', by: ['staff'] },
    checkIn: { label: '随订单登记', from: ['pending', 'in_transit'], to: 'received', by: ['system'] },
    refuse: {
      label: '拒收',
      from: ['pending', 'in_transit', 'received', 'withdrawn'],
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
    resume: { label: '异常解除', from: ['abnormal'], to: 'received', by: ['staff'] },
    consume: { label: '标记消耗', from: ['testing', 'tested'], to: 'consumed', by: ['staff'] },
    askReturn: {
      label: '申请寄回',
      from: ['received', 'tested', 'kept', 'refused', 'abnormal'],
      to: 'to_return',
      by: ['customer', 'staff', 'system'],
    },
    keep: { label: '留样', from: ['received', 'tested', 'abnormal'], to: 'kept', by: ['staff', 'system'] },
    return: { label: '寄回', from: ['to_return', 'tested', 'refused'], to: 'returned', by: ['staff'] },
    destroy: { label: '销毁', from: ['kept', 'refused', 'abnormal'], to: 'destroyed', by: ['staff'] },
    lose: {
      label: '登记遗失',
      from: ['in_transit', 'received', 'testing', 'tested', 'kept', 'to_return'],
      to: 'lost',
      by: ['staff'],
      reason: 'required',
    },
    withdraw: { label: '订单取消', from: ['pending', 'in_transit'], to: 'withdrawn', by: ['system'] },
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

/** A sample of which nothing more is to be expected; a kept one counts when its owner does not want it back. */
export function isSettled(sample: { stage: SampleStage; returnWanted: boolean }): boolean {
  if (sample.stage === 'kept') return !sample.returnWanted
  return ['returned', 'destroyed', 'consumed', 'lost', 'withdrawn'].includes(sample.stage)
}

/** Samples are kept this long when nobody wants them back, with a reminder a week before. */
export const sampleKeepDays = 90
