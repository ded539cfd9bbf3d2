import { defineRefusals } from '../../platform/contract/refusal.ts'

export const imageErrors = defineRefusals({
  imageUnreadable: '图片无法读取，请换一张 JPG、PNG 或 WebP 图片',
  imageTooLarge: '图片尺寸过大，最多 4000 万像素',
  imageTooSmall: '图片过小，长宽至少 16 像素',
})
