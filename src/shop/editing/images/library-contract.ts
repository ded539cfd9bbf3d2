import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'
import { done, requiredText, optionalText, timeText } from '../../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../../platform/contract/index-list.ts'
import { creditFields, creditOutput } from '../../media/credits/credit-contract.ts'
import { pictureKinds } from '../../media/credits/credit-rules.ts'
import { imageName } from './image-use-contract.ts'

const libraryImage = z.object({
  no: z.number().int(),
  img: z.string(),
  name: z.string(),
  alt: z.string(),
  ...creditOutput,
  format: z.enum(['jpg', 'png']),
  width: z.number().int(),
  height: z.number().int(),
  /** Of all sizes and formats together. */
  bytes: z.number().int(),
  use: z.enum(['used', 'unused']),
  createdByName: z.string(),
  createdAt: timeText,
})
export type LibraryImage = z.output<typeof libraryImage>

export const imageIndex = defineIndex<LibraryImage>()({
  name: 'images',
  label: '图片库',
  action: 'content.edit',
  key: (row) => String(row.no),
  search: '名称、替代文字、作者',
  sort: '-created',
  countsTabs: true,
  fields: {
    name: { label: '图片', kind: 'text', value: (row) => row.name, sorts: true },
    use: { label: '使用情况', kind: 'choice', options: { used: '使用中', unused: '未使用' }, value: (row) => row.use },
    alt: {
      label: '替代文字',
      kind: 'choice',
      options: { has: '已填写', none: '未填写' },
      value: (row) => (row.alt === '' ? 'none' : 'has'),
    },
    kind: {
      label: '内容',
      kind: 'choice',
      options: { ...pictureKinds, none: '未填写' },
      value: (row) => (row.kind === '' ? 'none' : row.kind),
    },
    credit: { label: '作者或来源', kind: 'text', value: (row) => row.credit, aside: true },
    licence: { label: '授权方式', kind: 'text', value: (row) => row.licence, noFilter: true, aside: true },
    format: {
      label: '格式',
      kind: 'choice',
      options: { jpg: '照片', png: '透明图' },
      value: (row) => row.format,
      aside: true,
    },
    width: { label: '宽（像素）', kind: 'count', value: (row) => row.width, sorts: true },
    height: { label: '高（像素）', kind: 'count', value: (row) => row.height, sorts: true, aside: true },
    bytes: { label: '占用（KB）', kind: 'count', value: (row) => Math.floor(row.bytes / 1024), sorts: true },
    by: { label: '上传人', kind: 'text', value: (row) => row.createdByName, noFilter: true, aside: true },
    created: { label: '上传时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
  },
  tabs: {
    all: { label: '全部图片' },
    unused: { label: '未使用', filters: { use: ['unused'] } },
    noAlt: { label: '缺少替代文字', filters: { use: ['used'], alt: ['none'] } },
  },
})

export const contentImageIndex = defineCall({
  name: 'content/image/index',
  area: 'staff',
  action: 'content.edit',
  summary: '图片库',
  reads: true,
  input: indexInput(imageIndex),
  output: pageOf(imageIndex, libraryImage),
})

export const contentImageEdit = defineCall({
  name: 'content/image/edit',
  area: 'staff',
  action: 'content.edit',
  summary: '修改图片的名称、替代文字、内容、作者与授权方式；没有单独填写替代文字的正文随之更新',
  idempotent: true,
  input: z.strictObject({
    img: imageName,
    name: requiredText('名称', 100),
    alt: optionalText('替代文字', 120),
    ...creditFields,
  }),
  output: done,
})

export const contentImageReplace = defineCall({
  name: 'content/image/replace',
  area: 'staff',
  action: 'content.edit',
  summary: '用另一张图片替换：所有使用处随之更新',
  idempotent: true,
  input: z.strictObject({ img: imageName, by: imageName }),
  output: z.object({ rows: z.number().int() }),
})
