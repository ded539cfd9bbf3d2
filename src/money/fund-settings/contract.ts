import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, nothing } from '../../platform/contract/fields.ts'
import { fundSettingsForm, fundSettingsView } from './rules.ts'

export const fundSettings = defineCall({
  name: 'fund/settings',
  area: 'staff',
  action: 'fund.settings',
  reads: true,
  summary: '收款账户与限额',
  input: nothing,
  output: z.object(fundSettingsView),
})

export const fundSaveSettings = defineCall({
  name: 'fund/saveSettings',
  area: 'staff',
  action: 'fund.settings',
  repeat: 'sets-state',
  summary: '保存收款账户与限额',
  input: z.strictObject(fundSettingsForm),
  output: done,
})
