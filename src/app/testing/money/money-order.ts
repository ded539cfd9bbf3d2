// An order of the model of the money without samples: what `createOrder` needs beside the amounts.

import { z } from 'zod'
import { defineEvent } from '../../../platform/jobs/declared.ts'

/** Nobody subscribes to it: the model has no samples that somebody would wait for. */
export const orderMade = defineEvent('model.order', z.object({ id: z.number(), orderNo: z.string() }))

export const owner = (customerId: number) => ({ customerId, payerId: customerId, groupId: null })
export const ORDER = {
  serviceType: 1,
  urgent: false,
  sampleCount: 1,
  title: '模型',
  contact: { name: '王同学', phone: '13800138000', email: '' },
  delivery: { kind: 'self_send' },
  returnAddress: null,
  invoice: { type: 0 },
  remark: '',
  agreementVersion: '1',
} as const
export const LINE = {
  ...{ rid: 1, projectName: '模型', categoryId: 1, formVersion: 1, parameters: {}, described: [], groupNo: 1 },
  ...{ sampleCount: 1, urgent: false, sameAs: '', priceLines: [], fundingNo: '' },
}
