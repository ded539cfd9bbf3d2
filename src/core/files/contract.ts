import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField, keyOf } from '../../platform/contract/fields.ts'
import { customerPurposes, largestCustomerFile, largestStaffFile, staffPurposes } from './rules.ts'

export const fileFields = z.object({
  id: z.number().int(),
  name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  mime: z.string(),
})

export const fileUpload = defineCall({
  name: 'file/upload',
  area: 'auth',
  forGroup: 'manager',
  summary: '上传文件（付款凭证、附件、数据、盖章合同）',
  input: z.strictObject({
    purpose: keyOf(customerPurposes, '文件用途不正确'),
  }),
  output: fileFields,
  idempotent: true,
  upload: { maxBytes: largestCustomerFile },
})

export const staffFileUpload = defineCall({
  name: 'file/upload',
  area: 'staff',
  action: 'file.upload',
  summary: '上传文件（样品照片、校准证书、发票）',
  input: z.strictObject({
    purpose: keyOf(staffPurposes, '文件用途不正确'),
  }),
  output: fileFields,
  idempotent: true,
  upload: { maxBytes: largestStaffFile },
})

/** A random text that the browser also stores as a cookie, so that the link opens in that browser only. */
export const browserKeyField = z
  .string({ error: '浏览器标识格式不正确' })
  .regex(/^[\w-]{20,100}$/, '浏览器标识格式不正确')
  .optional()

const linkInput = z.strictObject({ id: idField, browserKey: browserKeyField })
export const linkOutput = z.object({ url: z.string(), expiresInSeconds: z.number().int() })

export const fileLink = defineCall({
  name: 'file/link',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '获取文件的限时下载链接，仅本人可用',
  input: linkInput,
  output: linkOutput,
})

export const staffFileLink = defineCall({
  name: 'file/link',
  area: 'staff',
  action: 'file.read',
  // Writes its own audit row, which counts towards the limit.
  reads: true,
  summary: '获取文件的限时下载链接，仅本人可用',
  input: linkInput,
  output: linkOutput,
})
