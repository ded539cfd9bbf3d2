import { z } from 'zod'
import { defineCall } from '../../../platform/contract/call.ts'

/** Most characters of a text to read: the limit of a request body, less its JSON wrapping. */
export const mostSpectrumCharacters = 300_000

export const exampleRead = defineCall({
  name: 'catalogue/example/read',
  area: 'staff',
  action: 'catalogue.edit',
  summary: '从 JCAMP-DX 谱图文件读取数据表',
  reads: true,
  input: z.strictObject({
    text: z
      .string({ error: '请选择文件' })
      .min(1, '文件是空的')
      .max(mostSpectrumCharacters, '谱图文件过大，请另存为两列文本后再试'),
  }),
  output: z.object({ table: z.string(), xLabel: z.string(), yLabel: z.string() }),
})
