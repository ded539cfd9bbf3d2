import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  dateField,
  done,
  idField,
  keyOf,
  listOf,
  momentText,
  optionalText,
  pageFields,
  requiredText,
  timeText,
  versionField,
} from '../../platform/contract/fields.ts'
import { calibrationRules, calibrationStates, diaryKinds, instrumentLifecycle } from './rules.ts'

const stage = keyOf(instrumentLifecycle.stages)
const kind = keyOf(diaryKinds, '记录类型不正确')

export const instrumentItem = z.object({
  id: z.number().int(),
  instrumentNo: z.string(),
  name: z.string(),
  model: z.string(),
  location: z.string(),
  keeper: z.string(),
  specification: z.string(),
  maker: z.string(),
  englishName: z.string(),
  englishMaker: z.string(),
  stage,
  stageLabel: z.string(),
  version: z.number().int(),
  /** The last valid day; null when it needs no calibration. */
  calibrationDue: z.string().nullable(),
  calibrationRule: keyOf(calibrationRules),
  calibration: keyOf(calibrationStates),
  projects: z.number().int(),
})
export type InstrumentItem = z.output<typeof instrumentItem>

const fields = {
  instrumentNo: requiredText('仪器编号', 40),
  name: requiredText('仪器名称', 80),
  model: requiredText('型号', 80),
  location: requiredText('放置位置', 80),
  keeper: requiredText('保管人', 40),
  specification: optionalText('技术指标', 2000),
  /** For the methods paragraphs of papers. */
  maker: optionalText('制造商', 80),
  englishName: optionalText('英文名称', 120),
  englishMaker: optionalText('制造商英文名', 120),
  calibrationRule: keyOf(calibrationRules, '请选择校准到期后的处理'),
  projectIds: z.array(idField, { error: '请选择服务的项目' }).max(50, '一台仪器最多服务 50 个项目').default([]),
  /** Those of them whose bookings do not share the slots of the instrument. */
  separateIds: z.array(idField, { error: '请选择项目' }).max(50, '一台仪器最多服务 50 个项目').default([]),
}
export type InstrumentForm = z.output<z.ZodObject<typeof fields>>

export const instrumentDetail = defineCall({
  name: 'instrument/detail',
  area: 'staff',
  action: 'instrument.read',
  reads: true,
  summary: '仪器详情',
  input: z.strictObject({ id: idField }),
  output: instrumentItem.extend({
    serves: z.array(z.object({ rid: z.number().int(), name: z.string(), shared: z.boolean() })),
    /** Why it cannot be used now; empty when it can. */
    obstacle: z.string(),
  }),
})
export const instrumentAdd = defineCall({
  name: 'instrument/add',
  area: 'staff',
  action: 'instrument.edit',
  idempotent: true,
  summary: '登记仪器',
  input: z.strictObject(fields),
  output: z.object({ id: z.number().int() }),
})
export const instrumentEdit = defineCall({
  name: 'instrument/edit',
  area: 'staff',
  action: 'instrument.edit',
  repeat: 'stage',
  summary: '修改仪器资料',
  input: z.strictObject({ id: idField, version: versionField(), ...fields }),
  output: z.object({ version: z.number().int() }),
})
export const instrumentMove = defineCall({
  name: 'instrument/move',
  area: 'staff',
  action: 'instrument.move',
  repeat: 'stage',
  summary: '停用、送校或恢复使用仪器',
  input: z.strictObject({
    id: idField,
    version: versionField(),
    action: keyOf(instrumentLifecycle.transitions, '操作不正确'),
    reason: optionalText('原因', 200),
  }),
  output: z.object({ stage }),
})
export const instrumentDiary = defineCall({
  name: 'instrument/diary',
  area: 'staff',
  action: 'instrument.read',
  reads: true,
  summary: '仪器的校准或维护记录',
  input: z.strictObject({ id: idField, kind, ...pageFields }),
  output: listOf(
    z.object({
      id: z.number().int(),
      happenedOn: z.string(),
      note: z.string(),
      certificateNo: z.string(),
      certificateFileId: z.number().int().nullable(),
      nextDue: z.string().nullable(),
      staffName: z.string(),
      createdAt: timeText,
      /** Null: the entry holds. */
      withdrawn: z.object({ at: timeText, reason: z.string(), staffName: z.string() }).nullable(),
    }),
  ),
})
export const instrumentNote = defineCall({
  name: 'instrument/note',
  area: 'staff',
  action: 'instrument.move',
  idempotent: true,
  summary: '登记一次校准或维护',
  input: z
    .strictObject({
      id: idField,
      kind,
      happenedOn: dateField,
      note: requiredText('内容', 500),
      certificateNo: optionalText('证书编号', 60),
      certificateFileId: idField.nullable().default(null),
      nextDue: dateField.optional(),
    })
    .refine((entry) => entry.kind === 'service' || entry.nextDue !== undefined, {
      path: ['nextDue'],
      message: '请填写校准有效期',
    }),
  output: z.object({ id: z.number().int() }),
})
export const instrumentWithdrawNote = defineCall({
  name: 'instrument/withdrawNote',
  area: 'staff',
  action: 'instrument.move',
  repeat: 'stage',
  summary: '撤销一条登记错误的校准或维护记录',
  input: z.strictObject({ entryId: idField, reason: requiredText('原因', 200) }),
  output: done,
})
export const instrumentDowntimes = defineCall({
  name: 'instrument/downtimes',
  area: 'staff',
  action: 'instrument.read',
  reads: true,
  summary: '仪器的停机时间',
  input: z.strictObject({ id: idField, ...pageFields }),
  output: listOf(
    z.object({
      id: z.number().int(),
      startsAt: timeText,
      endsAt: timeText,
      reason: z.string(),
      staffName: z.string(),
      removable: z.boolean(),
      removed: z.boolean(),
    }),
  ),
})
export const instrumentBlock = defineCall({
  name: 'instrument/block',
  area: 'staff',
  action: 'instrument.move',
  idempotent: true,
  summary: '登记停机时间，期间不可预约、不能开始检测',
  input: z.strictObject({
    id: idField,
    startsAt: momentText('停机开始时间'),
    endsAt: momentText('停机结束时间'),
    reason: requiredText('停机原因', 200),
  }),
  output: z.object({ id: z.number().int() }),
})
export const instrumentUnblock = defineCall({
  name: 'instrument/unblock',
  area: 'staff',
  action: 'instrument.move',
  repeat: 'stage',
  summary: '撤销停机时间',
  input: z.strictObject({ downtimeId: idField }),
  output: done,
})
