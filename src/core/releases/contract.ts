import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, nothing } from '../../platform/contract/fields.ts'

export const releaseState = defineCall({
  name: 'release/state',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '正在运行的版本，以及本人是否还没有看过它的更新说明',
  input: nothing,
  output: z.object({ version: z.string(), unread: z.boolean() }),
})

export const releaseList = defineCall({
  name: 'release/list',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '各版本的更新说明，新的在前',
  input: nothing,
  output: z.object({
    version: z.string(),
    /** Of the source; null where it is not known. */
    commit: z.string().nullable(),
    releases: z.array(
      z.object({
        version: z.string(),
        /** null: not released yet. */
        day: z.string().nullable(),
        summary: z.string(),
        parts: z.array(z.object({ who: z.string(), news: z.array(z.string()) })),
      }),
    ),
  }),
})

export const releaseRead = defineCall({
  name: 'release/read',
  area: 'staff',
  action: 'console.enter',
  ownLooks: true,
  repeat: 'sets-state',
  summary: '标记本人已看过正在运行的版本的更新说明',
  input: nothing,
  output: done,
})
