import { defineRefusals } from '../../platform/contract/refusal.ts'

export const customerPageErrors = defineRefusals({
  notInUse: ['账户已注销或停用，不能更换客户经理', 409],
  notAManager: '请选择在职的客户经理',
})
