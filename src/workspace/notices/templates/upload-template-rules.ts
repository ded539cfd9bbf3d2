import { uploadRefused } from '../../../core/files/events.ts'
import { uploadRefusals } from '../../../core/files/parts/part-rules.ts'
import { plain, QUIET, type TemplatesFor } from '../notice-rules.ts'

export const uploadEvents = [uploadRefused] as const

export const uploadTemplates: TemplatesFor<(typeof uploadEvents)[number]> = {
  'file.uploadRefused': plain(
    '上传的文件未通过校验',
    QUIET,
    '/member/order',
    ({ name, refusedAs }) =>
      `您上传的文件「${String(name ?? '')}」未通过校验${refusedAs ? `：${uploadRefusals[refusedAs]}` : ''}。`,
  ),
}
