import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { idField, timeText } from '../../../platform/contract/fields.ts'
import { sampleNoField } from '../contract.ts'
import { mostPhotos } from './photo-rules.ts'

// Photos of samples as they arrived and as they are now.

const one = z.strictObject({ sampleNo: sampleNoField })
const photos = z.object({
  photos: z
    .array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        takenAt: timeText,
        /** The one that the report prints. */
        printed: z.boolean(),
      }),
    )
    .max(mostPhotos),
  /** Whether photos can still be removed. */
  removable: z.boolean(),
})

export const samplePhotos = defineCall({
  name: 'sample/photos',
  area: 'auth',
  forGroup: 'manager',
  reads: true,
  summary: '样品照片',
  input: one,
  output: photos,
})

export const staffSamplePhotos = defineCall({
  name: 'sample/photos',
  area: 'staff',
  action: 'sample.read',
  reads: true,
  summary: '样品照片',
  input: one,
  output: photos,
})

export const staffSamplePhotoAdd = defineCall({
  name: 'sample/photoAdd',
  area: 'staff',
  action: 'sample.photo',
  repeat: 'sets-state',
  summary: '添加样品照片（先以 file/upload 上传，用途 photo）',
  input: z.strictObject({ sampleNo: sampleNoField, fileId: idField }),
  output: photos,
})

export const staffSamplePhotoRemove = defineCall({
  name: 'sample/photoRemove',
  area: 'staff',
  action: 'sample.photo',
  repeat: 'sets-state',
  summary: '删除样品照片，检测开始后不能删除',
  input: z.strictObject({ sampleNo: sampleNoField, fileId: idField }),
  output: photos,
})
