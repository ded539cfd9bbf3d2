import { defineRefusals } from '../../platform/contract/refusal.ts'

export const customerPageErrors = defineRefusals({
  notAManager: '请选择在职的客户经理',
})
