import { defineRefusals } from '../../platform/contract/refusal.ts'

export const invitationErrors = defineRefusals({
  notFlagged: ['这条邀请没有待核实的疑点，请刷新', 409],
})
