import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { orderNoField } from '../../lab/orders/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf } from '../../platform/contract/fields.ts'
import { orderPapers } from './paper-rules.ts'

const input = z.strictObject({ orderNo: orderNoField, paper: keyOf(orderPapers), browserKey: browserKeyField })

export const orderPaper = defineCall({
  name: 'order/paper',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '订单的报价单、送样单或样品寄回单（PDF）的限时下载链接',
  input,
  output: linkOutput,
})

export const staffOrderPaper = defineCall({
  name: 'order/paper',
  area: 'staff',
  action: 'order.read',
  repeat: 'bounded',
  summary: '订单的报价单、送样单或样品寄回单（PDF）的限时下载链接',
  input,
  output: linkOutput,
})
