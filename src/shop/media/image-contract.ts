import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { listOf, optionalText, pageFields } from '../../platform/contract/fields.ts'
import { creditOutput } from './credits/credit-contract.ts'
import { MOST_IMAGE_BYTES } from './image-rules.ts'

const imageItem = z.object({
  /** The value of an image field. */
  img: z.string(),
  name: z.string(),
  /** What it shows, for people who do not see it; may be empty. */
  alt: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  ...creditOutput,
})
export type ImageItem = z.output<typeof imageItem>

export const contentImageUpload = defineCall({
  name: 'content/image/upload',
  area: 'staff',
  action: 'content.edit',
  summary: '上传图片',
  // Encoding takes seconds, too long for an open transaction. So the call counts as reading, and the action writes its own audit row.
  reads: true,
  upload: { maxBytes: MOST_IMAGE_BYTES },
  input: z.strictObject({}),
  /** `known`: the same picture was in the library already, under the name that is answered. */
  output: imageItem.extend({ known: z.boolean() }),
})

export const contentImageList = defineCall({
  name: 'content/image/list',
  area: 'staff',
  action: 'content.edit',
  summary: '已上传的图片',
  reads: true,
  input: z.strictObject({ kw: optionalText('搜索词', 60), ...pageFields }),
  output: listOf(imageItem),
})
