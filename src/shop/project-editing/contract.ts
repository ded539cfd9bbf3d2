import { z } from 'zod'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { defineCall } from '../../platform/contract/call.ts'
import { indexInput } from '../../platform/contract/index-list.ts'
import { projectIndex } from '../catalogue/project-list-contract.ts'

const sheet = {
  text: z.string({ error: '请粘贴价格表' }).min(1, '请粘贴价格表').max(500_000, '内容过长，请分批导入'),
}
const groupFen = z.object({ institute: z.number(), individual: z.number(), enterprise: z.number() })

const priceChange = z.object({
  /** Number of the line in the file, counted from 1. */
  row: z.number().int(),
  slug: z.string(),
  name: z.string(),
  label: z.string(),
  unit: z.string(),
  before: groupFen,
  after: groupFen,
})
export type PriceChange = z.output<typeof priceChange>

const rowFault = z.object({ row: z.number().int(), text: z.string(), reason: z.string() })
export type RowFault = z.output<typeof rowFault>

export const projectPriceExport = defineCall({
  name: 'project/prices/export',
  area: 'staff',
  repeat: 'bounded',
  action: 'project.open',
  summary: '导出筛选出的项目的价格，也是导入用的模板',
  input: indexInput(projectIndex).extend({
    format: z.enum(['xlsx', 'csv'], { error: '请选择导出格式' }),
    browserKey: browserKeyField,
  }),
  output: linkOutput.extend({ projects: z.number().int() }),
})

export const projectPriceCheck = defineCall({
  name: 'project/prices/check',
  area: 'staff',
  action: 'project.price',
  summary: '核对价格表：哪些金额会变，哪些行有误；不写入',
  reads: true,
  input: z.strictObject(sheet),
  output: z.object({
    rows: z.number().int(),
    changes: z.array(priceChange),
    faults: z.array(rowFault),
  }),
})

export const projectPriceImport = defineCall({
  name: 'project/prices/import',
  area: 'staff',
  action: 'project.price',
  summary: '导入价格表并立即发布；有任何一行有误就不导入',
  idempotent: true,
  input: z.strictObject(sheet),
  output: z.object({
    projects: z.number().int(),
    changes: z.number().int(),
    /** The changed rows with the amounts from before: imported, it takes this import back. */
    former: z.string(),
  }),
})
