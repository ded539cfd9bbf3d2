import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { idField } from '../../platform/contract/fields.ts'

export const projectCopy = defineCall({
  name: 'project/copy',
  area: 'staff',
  action: 'catalogue.edit',
  summary: '把检测项目复制成新草稿',
  idempotent: true,
  input: z.strictObject({ rid: idField }),
  output: z.object({ rid: z.number().int(), version: z.number().int() }),
})
