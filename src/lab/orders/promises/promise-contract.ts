import { z } from 'zod'
import { projectTag } from '../../../shop/catalogue/tag-rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField } from '../../../platform/contract/fields.ts'

/** How many orders must have been delivered before a share of them says anything. */
export const leastPromises = 20

export const devicePromise = defineCall({
  name: 'web/device/promise',
  area: 'open',
  method: 'GET',
  summary: '项目近一年按时出数据的比例',
  cacheTags: ({ rid }) => [projectTag(rid)],
  replica: true,
  input: z.strictObject({ rid: idField }),
  output: z.object({
    /** Orders with this project that were delivered in the last year. */
    orders: z.number().int(),
    /** Whole percent of them within the promised days; null while there are too few orders. */
    keptPercent: z.number().int().nullable(),
  }),
})
