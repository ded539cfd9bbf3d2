import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../../core/files/contract.ts'
import { reportTermsSchema } from '../../../core/settings/report-template-rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'

export const reportSpecimen = defineCall({
  name: 'report/specimen',
  area: 'staff',
  action: 'settings.edit',
  repeat: 'bounded',
  summary: '报告模板的样张（PDF）的限时下载链接',
  input: z.strictObject({
    terms: reportTermsSchema,
    /** Which of the templates, from 0; one beyond the last: a project without a template. */
    templateNo: z.number().int().min(0).max(60),
    browserKey: browserKeyField,
  }),
  output: linkOutput,
})
