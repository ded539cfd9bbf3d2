import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import {
  done,
  idField,
  keyOf,
  listOf,
  optionalText,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../../platform/contract/fields.ts'
import { curve, drawnCurve, note } from '../contract.ts'
import { mostDrawn, mostShareDays, shareToken } from '../rules.ts'
import { baselines, normalisings, plainOverlay } from './overlay-rules.ts'

const place = z
  .number({ error: '曲线不正确' })
  .int('曲线不正确')
  .min(0, '曲线不正确')
  .max(mostDrawn - 1, '曲线不正确')

const view = z.strictObject({
  baseline: keyOf(baselines, '背景的扣除方式不正确'),
  normalise: keyOf(normalisings, '归一方式不正确'),
  offset: z.number({ error: '错开的幅度不正确' }).min(0, '错开的幅度不正确').max(1, '错开的幅度不正确'),
  /** The places of two curves, of which the second is taken away from the first. */
  difference: z
    .strictObject({ of: place, minus: place }, { error: '请选择两条曲线' })
    .refine(({ of, minus }) => of !== minus, '请选择两条不同的曲线')
    .nullable(),
  /** The person has said that axes whose units differ, or are not named, are the same. */
  sameUnits: z.boolean({ error: '请确认单位是否相同' }),
})

const fields = {
  name: requiredText('名称', 60),
  remark: optionalText('说明', 500),
  curves: z
    .array(z.strictObject({ id: idField, label: requiredText('图例', 60) }), { error: '请选择曲线' })
    .min(1, '请选择曲线')
    .max(mostDrawn, `一个谱图集最多 ${mostDrawn} 条曲线`)
    .refine((curves) => new Set(curves.map(({ id }) => id)).size === curves.length, '同一条曲线选择了两次'),
  view: view.default(() => ({ ...plainOverlay, difference: null })),
}

const collection = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  remark: z.string(),
  curveCount: z.number().int(),
  updatedAt: timeText,
  /** The link that is open at the moment. */
  share: z.object({ token: z.string(), expiresAt: timeText }).nullable(),
})

export const collectionList = defineCall({
  name: 'collection/list',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '谱图集',
  input: z.strictObject({ kw: optionalText('搜索内容', 60), ...pageFields }),
  output: listOf(collection),
})

export const collectionDetail = defineCall({
  name: 'collection/detail',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '谱图集的曲线与画法',
  input: z.strictObject({ id: idField }),
  output: collection.extend({
    view,
    curves: z.array(drawnCurve.extend({ curve, notes: z.array(note) })),
    /** Curves that newer data replaced, or that the account may no longer read: their legends. */
    gone: z.array(z.string()),
  }),
})

export const collectionAdd = defineCall({
  name: 'collection/add',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '保存为谱图集',
  input: z.strictObject(fields),
  output: z.object({ id: z.number().int() }),
})

export const collectionEdit = defineCall({
  name: 'collection/edit',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'stage',
  summary: '修改谱图集的名称、曲线与画法',
  input: z.strictObject({ id: idField, version: versionField(), ...fields }),
  output: z.object({ version: z.number().int() }),
})

export const collectionRemove = defineCall({
  name: 'collection/remove',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '删除谱图集，分享链接随之失效',
  input: z.strictObject({ id: idField }),
  output: done,
})

export const collectionShare = defineCall({
  name: 'collection/share',
  area: 'auth',
  forGroup: 'manager',
  idempotent: true,
  summary: '生成谱图集的分享链接，原链接立即失效',
  input: z.strictObject({
    id: idField,
    days: z
      .number({ error: '请选择有效天数' })
      .int('有效天数须为整数')
      .min(1, '至少 1 天')
      .max(mostShareDays, `最多 ${mostShareDays} 天`),
  }),
  output: z.object({ token: z.string(), expiresAt: timeText }),
})

export const collectionUnshare = defineCall({
  name: 'collection/unshare',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'sets-state',
  summary: '停止分享，链接立即失效',
  input: z.strictObject({ id: idField }),
  output: done,
})

/** A figure with its legends: no name of a person, no order and no sample number. */
export const collectionShared = defineCall({
  name: 'collection/shared',
  area: 'open',
  reads: true,
  summary: '打开他人分享的谱图集',
  input: z.strictObject({ token: z.string({ error: '链接不正确' }).regex(shareToken, '链接不正确') }),
  output: z.object({
    name: z.string(),
    remark: z.string(),
    expiresAt: timeText,
    view,
    curves: z.array(drawnCurve),
    goneCount: z.number().int(),
  }),
})
