import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { done, idField, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { faultOfNew, faultOfOld, MOST_PASTED } from './rules.ts'
import { OFTEN } from './missing-rules.ts'

const addressField = (fault: (given: string) => string | undefined) =>
  z
    .string({ error: '请填写地址' })
    .trim()
    .superRefine((given, ctx) => {
      const message = fault(given)
      if (message !== undefined) ctx.addIssue({ code: 'custom', message })
    })

const redirect = z.object({
  id: z.number().int(),
  from: z.string(),
  to: z.string(),
  hits: z.number().int(),
  lastHitAt: timeText.nullable(),
  createdByName: z.string(),
  createdAt: timeText,
})
export type ListedRedirect = z.output<typeof redirect>

export const redirectIndex = defineIndex<ListedRedirect>()({
  name: 'redirects',
  label: '地址跳转',
  action: 'settings.edit',
  key: (row) => String(row.id),
  search: '旧地址、新地址',
  sort: '-created',
  fields: {
    from: { label: '旧地址', kind: 'text', value: (row) => row.from, sorts: true },
    to: { label: '新地址', kind: 'text', value: (row) => row.to },
    hits: { label: '访问次数', kind: 'count', value: (row) => row.hits, sorts: true },
    last: { label: '最近访问', kind: 'time', value: (row) => row.lastHitAt, sorts: true },
    by: { label: '添加人', kind: 'text', value: (row) => row.createdByName, noFilter: true, aside: true },
    created: { label: '添加时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
  },
  tabs: { all: { label: '全部跳转' } },
})

export const redirectList = defineCall({
  name: 'redirect/list',
  area: 'staff',
  action: 'settings.edit',
  reads: true,
  summary: '旧地址的跳转列表',
  input: indexInput(redirectIndex),
  output: pageOf(redirectIndex, redirect),
})

export const redirectAdd = defineCall({
  name: 'redirect/add',
  area: 'staff',
  action: 'settings.edit',
  idempotent: true,
  summary: '新增跳转',
  input: z.strictObject({ from: addressField(faultOfOld), to: addressField(faultOfNew) }),
  output: z.object({ id: z.number().int() }),
})

export const redirectPaste = defineCall({
  name: 'redirect/paste',
  area: 'staff',
  action: 'settings.edit',
  idempotent: true,
  summary: '批量新增跳转：整批检查，有错误的行逐行说明，不写入任何一行',
  input: z.strictObject({
    text: z.string({ error: '请粘贴地址' }).trim().min(1, '请粘贴地址').max(900_000, '内容过长，请分批粘贴'),
  }),
  output: z.object({
    added: z.number().int(),
    /** At most `MOST_PASTED`; nothing is added when there are any. */
    faults: z.array(z.object({ line: z.number().int(), reason: z.string() })).max(MOST_PASTED + 1),
  }),
})

export const redirectRemove = defineCall({
  name: 'redirect/remove',
  area: 'staff',
  action: 'settings.edit',
  repeat: 'sets-state',
  summary: '删除跳转',
  input: z.strictObject({ id: idField }),
  output: done,
})

const missing = z.object({
  id: z.number().int(),
  path: z.string(),
  hits: z.number().int(),
  firstAskedAt: timeText,
  lastAskedAt: timeText,
})
export type MissingAddress = z.output<typeof missing>

export const missingIndex = defineIndex<MissingAddress>()({
  name: 'missingAddresses',
  label: '找不到的地址',
  action: 'settings.edit',
  key: (row) => String(row.id),
  search: '地址',
  sort: '-hits',
  fields: {
    path: { label: '地址', kind: 'text', value: (row) => row.path, sorts: true },
    hits: { label: '访问次数', kind: 'count', value: (row) => row.hits, sorts: true },
    last: { label: '最近访问', kind: 'time', value: (row) => row.lastAskedAt, sorts: true },
    first: { label: '首次访问', kind: 'time', value: (row) => row.firstAskedAt, sorts: true, aside: true },
  },
  tabs: {
    often: { label: '经常访问', filters: { hits: { from: OFTEN } } },
    all: { label: '全部找不到的地址' },
  },
})

export const missingList = defineCall({
  name: 'redirect/missing/list',
  area: 'staff',
  action: 'settings.edit',
  reads: true,
  summary: '访客访问过但不存在的地址',
  input: indexInput(missingIndex),
  output: pageOf(missingIndex, missing),
})

export const missingIgnore = defineCall({
  name: 'redirect/missing/ignore',
  area: 'staff',
  action: 'settings.edit',
  repeat: 'sets-state',
  summary: '不再列出这个地址',
  input: z.strictObject({ id: idField }),
  output: done,
})
