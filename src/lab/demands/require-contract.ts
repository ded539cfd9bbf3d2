import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { optionalText, phoneField, requiredText } from '../../platform/contract/fields.ts'
import { demandLimits, requireLimits } from './rules.ts'

/** What a visitor sends from /require, with JavaScript or without. */
export const requirementSend = defineCall({
  name: 'require',
  area: 'open',
  summary: '提交访客需求',
  idempotent: true,
  upload: { maxBytes: requireLimits.fileBytes, maxFiles: requireLimits.files },
  input: z.strictObject({
    name: requiredText('称呼', 40),
    phone: phoneField,
    body: requiredText('需求说明', demandLimits.body),
    title: optionalText('需求名称', demandLimits.title),
    company: optionalText('单位', 60),
  }),
  output: z.object({ receiptNo: z.string() }),
})
