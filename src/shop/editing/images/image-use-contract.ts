import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'

const used = z.object({ label: z.string(), to: z.string() })
export const imageName = z.string({ error: '请选择图片' }).max(60, '没有这张图片')

export const contentImageUses = defineCall({
  name: 'content/image/uses',
  area: 'staff',
  action: 'content.edit',
  summary: '图片的使用位置',
  reads: true,
  input: z.strictObject({ img: imageName }),
  output: z.object({
    uses: z.array(used),
    /** Superseded versions that name the picture. */
    oldVersions: z.number().int(),
  }),
})

export const contentImageDelete = defineCall({
  name: 'content/image/delete',
  area: 'staff',
  action: 'content.edit',
  summary: '删除未使用的图片',
  idempotent: true,
  input: z.strictObject({ img: imageName }),
  output: z.object({}),
})
