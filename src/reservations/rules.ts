import { defineLifecycle } from '../platform/lifecycle/lifecycle.ts'

/** An appointment at an instrument. */
export const reservationLifecycle = defineLifecycle({
  entity: 'reservation',
  table: 'reservations',
  stages: {
    requested: '待确认',
    booked: '已预约',
    ongoing: '进行中',
    finished: '已完成',
    cancelled: '已取消',
    missed: '爽约',
  },
  transitions: {
    confirm: { label: '确认预约', from: ['requested'], to: 'booked', by: ['staff'] },
    begin: { label: '开始', from: ['requested', 'booked'], to: 'ongoing', by: ['staff', 'system'] },
    finish: { label: '结束', from: ['ongoing'], to: 'finished', by: ['staff', 'system'] },
    miss: { label: '登记爽约', from: ['booked'], to: 'missed', by: ['staff'] },
    cancel: { label: '取消预约', from: ['requested', 'booked'], to: 'cancelled', by: ['customer'] },
    drop: {
      label: '取消预约',
      from: ['requested', 'booked'],
      to: 'cancelled',
      by: ['staff', 'system'],
      reason: 'required',
    },
  },
})

export type ReservationStage = keyof typeof reservationLifecycle.stages
