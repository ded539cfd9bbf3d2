import { defineRefusals } from '../../platform/contract/refusal.ts'

export const settingErrors = defineRefusals({
  ruleBegun: ['规则须从明天或之后的日期开始，已生效的规则不能修改或删除', 409],
  noSuchRule: ['这条规则已不存在，请刷新', 409],
})
