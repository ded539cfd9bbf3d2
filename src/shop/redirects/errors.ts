import { defineRefusals } from '../../platform/contract/refusal.ts'

export const redirectErrors = defineRefusals({
  fromTaken: ['这个旧地址已经有跳转', 409],
  loop: '新地址与旧地址相同，或新地址本身又会跳转，请直接填写最终地址',
})
