// An order of the model of the money without samples: what `createOrder` needs beside the amounts.

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
