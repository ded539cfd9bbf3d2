import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import {
  idField,
  keyOf,
  listOf,
  nothing,
  pageFields,
  requiredText,
  versionField,
} from '../../platform/contract/fields.ts'
import { browserKeyField, linkOutput } from '../files/contract.ts'
import { importRun } from './list-contract.ts'
import { importLimits, rowStates } from './rules.ts'

const kindName = requiredText('导入种类', 40)

export const importKinds = defineCall({
  name: 'import/kinds',
  area: 'staff',
  action: 'import.use',
  reads: true,
  summary: '可以导入的数据种类及其列',
  input: nothing,
  output: z.object({
    kinds: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        about: z.string(),
        /** Why it cannot be taken back; empty when it can. */
        noUndo: z.string(),
        columns: z.array(z.object({ head: z.string(), hint: z.string(), example: z.string(), required: z.boolean() })),
      }),
    ),
  }),
})

const sheetFormats = { xlsx: 'Excel', csv: 'CSV（UTF-8）', gbk: 'CSV（GBK）' } as const
export const sheetFormat = keyOf(sheetFormats, '文件格式不正确')

export const importTemplate = defineCall({
  name: 'import/template',
  area: 'staff',
  action: 'import.use',
  // Makes a file that is removed after a day, and its link.
  repeat: 'bounded',
  summary: '下载导入模板',
  input: z.strictObject({ kind: kindName, format: sheetFormat, browserKey: browserKeyField }),
  output: linkOutput,
})

export const importStart = defineCall({
  name: 'import/start',
  area: 'staff',
  action: 'import.use',
  summary: '上传要导入的表格（CSV 或制表符分隔的文本，UTF-8 或 GBK），在后台核对，不写入任何数据',
  idempotent: true,
  upload: { maxBytes: importLimits.bytes },
  input: z.strictObject({ kind: kindName }),
  output: z.object({ id: z.number().int() }),
})

const one = { id: idField }

export const importDetail = defineCall({
  name: 'import/detail',
  area: 'staff',
  action: 'import.use',
  reads: true,
  summary: '一次导入的进度与各类行数',
  input: z.strictObject(one),
  output: importRun.extend({
    failure: z.string(),
    ignored: z.string(),
    columns: z.array(z.object({ key: z.string(), head: z.string() })),
    /** Uploaded by the reader: cells are shown whole and can be downloaded. */
    own: z.boolean(),
    rowsDropped: z.boolean(),
    noUndo: z.string(),
  }),
})

const importRow = z.object({
  rowNo: z.number().int(),
  state: keyOf(rowStates),
  stateName: z.string(),
  /** By the keys of the columns; masked for others than the person who uploaded the file. */
  cells: z.record(z.string(), z.string()),
  faults: z.array(z.object({ column: z.string(), head: z.string(), reason: z.string() })),
  note: z.string(),
})

const stateField = keyOf(rowStates, '行的状态不正确')

export const importRows = defineCall({
  name: 'import/rows',
  area: 'staff',
  action: 'import.use',
  reads: true,
  summary: '一次导入的行，按状态',
  input: z.strictObject({ ...one, state: stateField, ...pageFields }),
  output: listOf(importRow),
})

export const importSheet = defineCall({
  name: 'import/sheet',
  area: 'staff',
  action: 'import.use',
  repeat: 'bounded',
  summary: '下载有误或未处理的行，附原因，改正后可以再次导入',
  input: z.strictObject({ ...one, state: stateField, format: sheetFormat, browserKey: browserKeyField }),
  output: linkOutput,
})

const seen = { ...one, version: versionField() }
const moved = importRun.pick({ id: true, stage: true, version: true })

export const importCommit = defineCall({
  name: 'import/commit',
  area: 'staff',
  action: 'importRun.commit',
  repeat: 'stage',
  summary: '导入核对过的行：全部，或只导入正确的行',
  input: z.strictObject({
    ...seen,
    /** Required when some rows are faulty. */
    skipFaulty: z.boolean({ error: '请选择如何处理有误的行' }),
  }),
  output: moved,
})

export const importCancel = defineCall({
  name: 'import/cancel',
  area: 'staff',
  action: 'importRun.cancel',
  repeat: 'stage',
  summary: '取消一次还没有导入的导入',
  input: z.strictObject(one),
  output: moved,
})

export const importStop = defineCall({
  name: 'import/stop',
  area: 'staff',
  action: 'importRun.stop',
  repeat: 'stage',
  summary: '停止正在进行的导入或撤销；已处理的行保留，可以继续或撤销',
  input: z.strictObject(one),
  output: moved,
})

export const importUndo = defineCall({
  name: 'import/undo',
  area: 'staff',
  action: 'importRun.undo',
  repeat: 'stage',
  summary: '撤销导入：此后没有变化的行恢复原状，其余保留并说明原因',
  input: z.strictObject(seen),
  output: moved,
})
