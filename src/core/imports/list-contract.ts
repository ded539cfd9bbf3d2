import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { importLifecycle, importStages } from './rules.ts'

export const importRun = z.object({
  id: z.number().int(),
  kindLabel: z.string(),
  fileName: z.string(),
  staffName: z.string(),
  stage: z.enum(importStages),
  stageName: z.string(),
  version: z.number().int(),
  /** Null until the rows are read. */
  total: z.number().int().nullable(),
  /** Rows done of the step that runs now. */
  done: z.number().int(),
  newRows: z.number().int(),
  changedRows: z.number().int(),
  unchangedRows: z.number().int(),
  faultyRows: z.number().int(),
  writtenRows: z.number().int(),
  refusedRows: z.number().int(),
  undoneRows: z.number().int(),
  keptRows: z.number().int(),
  createdAt: timeText,
})
export type ImportRun = z.output<typeof importRun>

export const importIndex = defineIndex<ImportRun>()({
  name: 'imports',
  label: '导入记录',
  action: 'import.use',
  key: (row) => String(row.id),
  search: '种类、文件名',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '编号', kind: 'count', value: (row) => row.id, sorts: true },
    kind: { label: '种类', kind: 'text', value: (row) => row.kindLabel },
    file: { label: '文件', kind: 'text', value: (row) => row.fileName },
    staff: { label: '导入人', kind: 'text', value: (row) => row.staffName },
    stage: { label: '状态', kind: 'choice', options: importLifecycle.stages, value: (row) => row.stage },
    total: { label: '行数', kind: 'count', value: (row) => row.total, sorts: true },
    faulty: { label: '有误', kind: 'count', value: (row) => row.faultyRows, sorts: true },
    written: { label: '已导入', kind: 'count', value: (row) => row.writtenRows, sorts: true },
    created: { label: '上传时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
  },
  tabs: {
    all: { label: '全部导入' },
    open: { label: '进行中', filters: { stage: ['checking', 'ready', 'committing', 'stopped', 'undoing'] } },
    committed: { label: '已导入', filters: { stage: ['committed'] } },
    ended: { label: '已结束', filters: { stage: ['failed', 'cancelled', 'undone'] } },
  },
})

export const importList = defineCall({
  name: 'import/list',
  area: 'staff',
  action: 'import.use',
  reads: true,
  summary: '导入记录',
  input: indexInput(importIndex),
  output: pageOf(importIndex, importRun),
})
