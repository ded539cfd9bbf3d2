import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'

export const LEAST_TYPED = 2

const found = z.object({
  key: z.string(),
  title: z.string(),
  note: z.string(),
  stageName: z.string(),
  /** The page of the console that shows it. */
  to: z.string(),
})
export type Found = z.output<typeof found>

export const paletteFind = defineCall({
  name: 'palette/find',
  area: 'staff',
  action: 'console.enter',
  reads: true,
  summary: '全局搜索：按编号、自编号、手机号、名称等查找本角色可读的记录',
  input: z.strictObject({
    kw: z
      .string({ error: '请输入搜索内容' })
      .trim()
      .min(LEAST_TYPED, `请至少输入${LEAST_TYPED}个字`)
      .max(60, '搜索内容不能超过60个字')
      .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), '包含无法识别的字符'),
  }),
  output: z.object({
    kinds: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        found: z.array(found),
        /** The list with everything that matches, when there is more than `found`. */
        more: z.string().nullable(),
      }),
    ),
    /** Names of pages that the text is the pinyin of. */
    sounding: z.array(z.string()),
  }),
})
