import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, requiredText, timeText } from '../../../platform/contract/fields.ts'
import { partLimits, uploadRefusals, type UploadRefusal, uploadStates, type UploadState } from './part-rules.ts'

// Files in parts (decision 0068). Each slice that takes such files has its own call to begin; what follows is the same for all.

const hashField = z.string({ error: '校验值格式不正确' }).regex(/^[0-9a-f]{64}$/, '校验值格式不正确')
const uploadNoField = z.string({ error: '上传编号格式不正确' }).regex(/^[\w-]{24}$/, '上传编号格式不正确')

/** What a call that begins an upload takes, next to what the file is for. */
export const uploadStart = {
  name: requiredText('文件名', 255),
  size: z
    .number({ error: '文件大小格式不正确' })
    .int('文件大小格式不正确')
    .min(1, '文件是空的，请重新选择')
    .max(partLimits.mostBytes, '单个文件不能超过 2 GB，请拆分后上传'),
  /** SHA-256 of name, size and time of the sender's file. */
  fingerprint: hashField,
}

export const uploadWire = z.object({
  uploadNo: z.string(),
  name: z.string(),
  size: z.number().int(),
  partBytes: z.number().int(),
  partCount: z.number().int(),
  /** How many parts have arrived. */
  received: z.number().int(),
  fingerprint: z.string(),
  state: z.enum(Object.keys(uploadStates) as [UploadState]),
  refusedAs: z.enum(Object.keys(uploadRefusals) as [UploadRefusal]).nullable(),
  fileId: z.number().int().nullable(),
  usedAt: timeText,
})

const ofUpload = z.strictObject({ uploadNo: uploadNoField })

const partNumber = z
  .number({ error: '分片序号格式不正确' })
  .int('分片序号格式不正确')
  .min(1, '分片序号格式不正确')
  .max(10_000, '分片序号格式不正确')

const part = {
  summary: '上传一个分片；同一分片可重复发送',
  input: z.strictObject({
    uploadNo: uploadNoField,
    part: partNumber,
    sha256: hashField,
  }),
  output: z.object({ part: z.number().int() }),
  repeat: 'sets-state',
  upload: { maxBytes: partLimits.partBytes, piece: true },
} as const

const progress = uploadWire.extend({
  parts: z.array(z.object({ part: z.number().int(), sha256: z.string() })),
  /** Whether parts go straight to the store; `offered`: the sender may choose it before the first part. */
  direct: z.enum(['no', 'offered', 'yes']),
})

const state = {
  reads: true,
  summary: '上传进度与已收到的分片',
  input: ofUpload,
  output: progress,
} as const

// An upload without parts may go straight to the store when that is offered (decision 0099): one address for each part, then the same end.

const direct = {
  summary: '改为由浏览器直接传到存储服务；状态为 offered 时可用',
  input: ofUpload,
  output: progress,
  repeat: 'sets-state',
} as const

const partAddress = {
  summary: '获取一个分片的限时直传地址；过期后可重新获取',
  input: z.strictObject({ uploadNo: uploadNoField, part: partNumber, sha256: hashField }),
  output: z.object({
    /** Takes this part once or more often, with these headers, for at most 15 minutes. */
    url: z.string(),
    headers: z.record(z.string(), z.string()),
  }),
  repeat: 'sets-state',
} as const

const finish = {
  summary: '分片全部传完，开始校验整个文件',
  input: z.strictObject({
    uploadNo: uploadNoField,
    /** SHA-256 of the SHA-256 of all parts, in hexadecimal, one a line. */
    checksum: hashField,
    /** SHA-256 of the whole file; needed when the parts went straight to the store. */
    sha256: hashField.optional(),
  }),
  output: uploadWire,
  repeat: 'sets-state',
} as const

const cancel = {
  summary: '取消上传并删除已收到的分片',
  input: ofUpload,
  output: done,
  repeat: 'stage',
} as const

export const uploadPart = defineCall({ name: 'upload/part', ...part, area: 'auth' })
export const uploadDirect = defineCall({ name: 'upload/direct', ...direct, area: 'auth' })
export const uploadPartAddress = defineCall({ name: 'upload/partAddress', ...partAddress, area: 'auth' })
export const uploadState = defineCall({ name: 'upload/state', ...state, area: 'auth' })
export const uploadFinish = defineCall({ name: 'upload/finish', ...finish, area: 'auth' })
export const uploadCancel = defineCall({ name: 'upload/cancel', ...cancel, area: 'auth' })

export const staffUploadPart = defineCall({ name: 'upload/part', ...part, area: 'staff', action: 'file.upload' })
export const staffUploadDirect = defineCall({ name: 'upload/direct', ...direct, area: 'staff', action: 'file.upload' })
export const staffUploadPartAddress = defineCall({
  name: 'upload/partAddress',
  ...partAddress,
  area: 'staff',
  action: 'file.upload',
})
export const staffUploadState = defineCall({ name: 'upload/state', ...state, area: 'staff', action: 'file.upload' })
export const staffUploadFinish = defineCall({ name: 'upload/finish', ...finish, area: 'staff', action: 'file.upload' })
export const staffUploadCancel = defineCall({ name: 'upload/cancel', ...cancel, area: 'staff', action: 'file.upload' })
