import { defineRefusals } from '../../platform/contract/refusal.ts'

export const intakeErrors = defineRefusals({
  unknownSlip: ['没有这张送样单，请检查编号', 404],
  /** The text names the sample. */
  slipFaulty: '样品登记有误，请检查',
  notOnSlip: '有样品不属于这张送样单，请重新扫描',
  returnAddressNeeded: '订单没有寄回地址，请选择一个地址',
  returnAddressChanged: ['客户刚刚更改了寄回地址，请按新地址核对包裹后再登记', 409],
  nothingToReturn: ['没有待寄回的样品', 409],
  movedMeanwhile: ['有样品的状态已变化，请重新扫描送样单', 409],
})
