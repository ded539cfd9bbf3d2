import { z } from 'zod'
import { uploadStart, uploadWire } from '../../../core/files/parts/part-contract.ts'
import { internalPurposes } from '../../../core/files/rules.ts'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField, optionalText } from '../../../platform/contract/fields.ts'
import { addedResult, orderNoField } from '../contract.ts'

// A file of its own: whoever only reads results loads nothing of it.

export const staffReportUpload = defineCall({
  name: 'report/upload',
  area: 'staff',
  action: 'report.upload',
  summary: '上传数据文件，按文件名中的样品编号匹配样品',
  input: z.strictObject({
    orderNo: orderNoField,
    sampleNo: z.string({ error: '样品编号格式不正确' }).max(30, '样品编号格式不正确').optional(),
    note: optionalText('说明', 200),
    /** Required for a file whose name contains the number of another order or sample. */
    foreignReason: optionalText('原因', 200),
  }),
  output: addedResult,
  idempotent: true,
  upload: { maxBytes: internalPurposes.result.maxBytes },
})

/** For files above the limit of report/upload. The parts follow by upload/part. */
export const staffReportBegin = defineCall({
  name: 'report/beginFile',
  area: 'staff',
  action: 'report.upload',
  summary: '开始分片上传大数据文件，可续传，单个最大 2 GB',
  input: z.strictObject({
    orderNo: orderNoField,
    foreignReason: optionalText('原因', 200),
    ...uploadStart,
  }),
  output: uploadWire,
  idempotent: true,
})

export const staffReportAdd = defineCall({
  name: 'report/addFile',
  area: 'staff',
  action: 'report.upload',
  summary: '把分片上传完成的文件加入订单数据，按文件名中的样品编号匹配样品',
  input: z.strictObject({
    orderNo: orderNoField,
    fileId: idField,
    sampleNo: z.string({ error: '样品编号格式不正确' }).max(30, '样品编号格式不正确').optional(),
    note: optionalText('说明', 200),
    foreignReason: optionalText('原因', 200),
  }),
  output: addedResult,
  idempotent: true,
})
