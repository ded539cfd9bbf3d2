export const deliveryStates = {
  waiting: '待发送',
  sent: '已发送',
  failed: '发送失败',
  skipped: '未发送',
} as const
export type DeliveryState = keyof typeof deliveryStates
