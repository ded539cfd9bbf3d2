import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { nothing } from '../../platform/contract/fields.ts'

/** Requested when a region picker is shown, never before: it is the largest resource of the page. */
export const openRegions = defineCall({
  name: 'regions',
  area: 'open',
  method: 'GET',
  summary: '省、市、区县名称与编码',
  cacheTags: ['regions'],
  replica: true,
  input: nothing,
  output: z.object({
    names: z.record(z.string(), z.string()),
    retired: z.record(z.string(), z.object({ name: z.string(), successor: z.string(), since: z.string() })),
  }),
})
