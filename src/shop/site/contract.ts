import { z } from 'zod'
import { caseItem } from '../articles/case-contract.ts'
import { projectDetail } from '../catalogue/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, nothing } from '../../platform/contract/fields.ts'

export const deviceDetail = defineCall({
  name: 'web/device/detail',
  area: 'open',
  method: 'GET',
  summary: '项目详情',
  cacheTags: ['catalogue', 'case'],
  input: z.strictObject({ rid: idField }),
  output: projectDetail.extend({ cases: z.array(caseItem) }),
})

export const indexMsg = defineCall({
  name: 'web/indexMsg',
  area: 'open',
  method: 'GET',
  summary: '站点通知与脱敏的下单动态',
  input: nothing,
  output: z.object({
    notices: z.array(z.object({ id: z.number().int(), title: z.string(), link: z.string() })),
    /** Recent orders, masked. */
    ticker: z.array(z.object({ text: z.string(), at: z.string() })),
  }),
})
