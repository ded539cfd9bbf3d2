import { z } from 'zod'
import { caseItem } from '../articles/case-contract.ts'
import { projectTag } from '../catalogue/tag-rules.ts'
import { projectDetail } from '../catalogue/contract.ts'
import { pictureNote } from '../media/credits/credit-contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, nothing } from '../../platform/contract/fields.ts'

export const deviceDetail = defineCall({
  name: 'web/device/detail',
  area: 'open',
  method: 'GET',
  summary: '项目详情',
  cacheTags: ({ rid }, answer) => ['projects', 'case', projectTag(rid), ...namedIn(answer)],
  replica: true,
  input: z.strictObject({ rid: idField }),
  output: projectDetail.extend({ cases: z.array(caseItem), picture: pictureNote }),
})

/** Other projects whose names and prices stand on the page of a project. */
function namedIn(answer: z.output<typeof projectDetail> | undefined): string[] {
  const related = answer?.related ?? []
  return [
    ...related.map(({ rid }) => projectTag(rid)),
    ...(answer?.alternatives ?? []).map(({ rid }) => projectTag(rid)),
  ]
}

export const indexMsg = defineCall({
  name: 'web/indexMsg',
  area: 'open',
  method: 'GET',
  summary: '站点通知与脱敏的下单动态',
  replica: true,
  input: nothing,
  output: z.object({
    notices: z.array(z.object({ id: z.number().int(), title: z.string(), link: z.string() })),
    /** Recent orders, masked. */
    ticker: z.array(z.object({ text: z.string(), at: z.string() })),
  }),
})
