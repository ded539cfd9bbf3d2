import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField, timeText } from '../../../platform/contract/fields.ts'
import { uploadStart, uploadWire } from '../../../core/files/parts/part-contract.ts'
import { orderNoField } from '../contract.ts'

export const dataFile = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  at: timeText,
})

/** Without a number: the files of the order that is being filled in. */
const ofOrder = { orderNo: z.union([z.literal(''), orderNoField]).default('') }
const output = z.object({
  files: z.array(dataFile),
  /** Uploads that are not complete, or did not pass the checks. */
  uploads: z.array(uploadWire),
  /** Whether files can be added, and removed. */
  addable: z.boolean(),
  removable: z.boolean(),
})

export const orderDataList = defineCall({
  name: 'orderData/list',
  area: 'auth',
  reads: true,
  summary: '订单的待分析数据文件',
  input: z.strictObject(ofOrder),
  output,
})
export const orderDataBegin = defineCall({
  name: 'orderData/begin',
  area: 'auth',
  summary: '开始分片上传待分析数据文件，可续传，单个最大 2 GB',
  input: z.strictObject({ ...ofOrder, ...uploadStart }),
  output: uploadWire,
  idempotent: true,
})
export const orderDataAdd = defineCall({
  name: 'orderData/add',
  area: 'auth',
  summary: '提交待分析数据文件（先以 file/upload 上传，用途 data）',
  input: z.strictObject({ ...ofOrder, fileId: idField }),
  output,
  idempotent: true,
})
export const orderDataDel = defineCall({
  name: 'orderData/del',
  area: 'auth',
  repeat: 'sets-state',
  summary: '删除待分析数据文件（登记收到之前）',
  input: z.strictObject({ ...ofOrder, fileId: idField }),
  output,
})
