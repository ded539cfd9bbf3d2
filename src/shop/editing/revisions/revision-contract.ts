import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import {
  done,
  idField,
  listOf,
  nothing,
  optionalText,
  pageFields,
  timeText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { kindNames, type RevisionState, revisionStates } from '../kinds/kind-rules.ts'

const kind = z.enum(kindNames, { error: '没有这种内容' })
const item = { kind, id: idField }
const version = versionField()
const ofVersion = { ...item, version }
const state = z.enum(Object.keys(revisionStates) as [RevisionState, ...RevisionState[]])
/** The shape depends on the kind; the kind's own schema validates it (kind-rules.ts). */
const data = z.record(z.string().max(60), z.unknown(), { error: '请填写内容' })

// This permission admits everybody who may edit any kind; each action then checks the permission of the kind itself (kind.action).
const staff = { area: 'staff', action: 'content.open' } as const

const revisionLine = z.object({
  version: z.number().int(),
  state,
  note: z.string(),
  author: z.string(),
  createdAt: timeText,
  publishAt: timeText.nullable(),
  publishedAt: timeText.nullable(),
})
export type RevisionLine = z.output<typeof revisionLine>

const itemLine = z.object({
  id: z.number().int(),
  title: z.string(),
  /** Visible to visitors. */
  published: z.boolean(),
  /** The state of the unpublished version; null when there is none. */
  open: z.enum(['draft', 'scheduled']).nullable(),
  publishAt: timeText.nullable(),
  changedAt: timeText.nullable(),
  changedBy: z.string(),
})
export type ItemLine = z.output<typeof itemLine>

export const contentKindList = defineCall({
  ...staff,
  name: 'content/kinds',
  summary: '内容种类与各自的待发布数量',
  reads: true,
  input: nothing,
  output: z.array(z.object({ kind, total: z.number().int(), open: z.number().int() })),
})

export const contentItemList = defineCall({
  ...staff,
  name: 'content/list',
  summary: '某一种类的内容条目',
  reads: true,
  input: z.strictObject({
    kind,
    show: z.enum(['all', 'open', 'archived'], { error: '筛选条件不正确' }).default('all'),
    kw: optionalText('搜索词', 60),
    ...pageFields,
  }),
  output: listOf(itemLine),
})

export const contentItem = defineCall({
  ...staff,
  name: 'content/item',
  summary: '内容条目的最新版本与历史',
  reads: true,
  input: z.strictObject(item),
  output: z.object({
    id: z.number().int(),
    title: z.string(),
    /** The public page that shows it; empty when none does. */
    path: z.string(),
    published: z.boolean(),
    /** The latest version, whether draft or published. */
    version: z.number().int(),
    state,
    publishAt: timeText.nullable(),
    data: z.record(z.string(), z.unknown()),
    /** What visitors see, or saw before the item was taken offline; null while it has never been published. */
    live: z.object({ version: z.number().int(), data: z.record(z.string(), z.unknown()) }).nullable(),
    history: z.array(revisionLine),
  }),
})
export type ContentItem = z.output<typeof contentItem.output>

export const contentVersion = defineCall({
  ...staff,
  name: 'content/version',
  summary: '某个版本及其与前一版本的差别',
  reads: true,
  input: z.strictObject(ofVersion),
  output: revisionLine.extend({
    data: z.record(z.string(), z.unknown()),
    changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
})

export const contentSave = defineCall({
  ...staff,
  name: 'content/save',
  summary: '保存草稿',
  idempotent: true,
  input: z.strictObject({
    kind,
    /** Absent: a new item. */
    id: idField.optional(),
    /** The version that was edited; 0 for a new item. Refused when it is no longer the latest. */
    baseVersion: versionField('版本号', 0),
    data,
    note: optionalText('修改说明', 200),
  }),
  output: z.object({
    id: z.number().int(),
    version: z.number().int(),
    /** When the version that this one replaces would have been published; absent: it was not scheduled. */
    unscheduledAt: timeText.optional(),
  }),
})

export const contentPublish = defineCall({
  ...staff,
  name: 'content/publish',
  summary: '发布草稿',
  idempotent: true,
  input: z.strictObject(ofVersion),
  output: done,
})

export const contentSchedule = defineCall({
  ...staff,
  name: 'content/schedule',
  summary: '定时发布草稿',
  idempotent: true,
  input: z.strictObject({
    ...ofVersion,
    /** `YYYY-MM-DD HH:mm`, Asia/Shanghai. */
    at: z
      .string({ error: '请选择发布时间' })
      .transform((text) => text.replace('T', ' '))
      .refine((text) => /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/.test(text), '请选择发布时间'),
  }),
  output: done,
})

export const contentUnschedule = defineCall({
  ...staff,
  name: 'content/unschedule',
  summary: '取消定时发布',
  idempotent: true,
  input: z.strictObject(ofVersion),
  output: done,
})

export const contentDiscard = defineCall({
  ...staff,
  name: 'content/discard',
  summary: '放弃草稿',
  idempotent: true,
  input: z.strictObject(ofVersion),
  output: done,
})

export const contentRestore = defineCall({
  ...staff,
  name: 'content/restore',
  summary: '以历史版本创建新草稿',
  idempotent: true,
  input: z.strictObject({ ...ofVersion, baseVersion: version }),
  output: z.object({
    version: z.number().int(),
    unscheduledAt: timeText.optional(),
    /** Pictures of that version that were deleted since, without which it is restored. */
    deletedImages: z.number().int().optional(),
  }),
})

export const contentArchive = defineCall({
  ...staff,
  name: 'content/archive',
  summary: '下线内容条目',
  idempotent: true,
  input: z.strictObject(item),
  output: done,
})

export const contentUnarchive = defineCall({
  ...staff,
  name: 'content/unarchive',
  summary: '重新上线内容条目',
  idempotent: true,
  input: z.strictObject(item),
  output: done,
})

export const contentMove = defineCall({
  ...staff,
  name: 'content/move',
  summary: '调整内容条目的顺序',
  idempotent: true,
  input: z.strictObject({ ...item, direction: z.enum(['up', 'down'], { error: '方向不正确' }) }),
  output: done,
})

export const contentPreview = defineCall({
  ...staff,
  name: 'content/preview',
  repeat: 'bounded',
  summary: '生成预览链接（15 分钟内有效）',
  input: z.strictObject(ofVersion),
  output: z.object({ path: z.string(), expiresAt: timeText }),
})

export const contentPreviewTyped = defineCall({
  ...staff,
  name: 'content/preview/typed',
  repeat: 'bounded',
  summary: '以正在填写的内容预览页面（每人每个条目只保留最近一次，15 分钟内有效）',
  input: z.strictObject({ ...item, data }),
  output: z.object({ path: z.string() }),
})

/** Names of projects by their ids; projects that are off sale are left out. */
export const contentProjectNames = defineCall({
  ...staff,
  name: 'content/project/names',
  summary: '按编号读取项目名称',
  reads: true,
  input: z.strictObject({ rids: z.array(idField, { error: '编号格式不正确' }).max(50, '一次最多查 50 个项目') }),
  output: z.array(z.object({ rid: z.number().int(), name: z.string() })),
})
