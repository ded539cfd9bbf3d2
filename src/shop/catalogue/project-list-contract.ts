import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { openEditLabels, projectStates } from './project-list-rules.ts'

const projectLine = z.object({
  rid: z.number().int(),
  name: z.string(),
  slug: z.string(),
  aliases: z.array(z.string()),
  typeName: z.string(),
  categoryName: z.string(),
  state: z.enum(['onSale', 'draft', 'retired']),
  openEdit: z.enum(['draft', 'scheduled', 'none']),
  /** Null when all prices need a quote, or none was published yet. */
  priceFromFen: z.number().int().nullable(),
  unit: z.string(),
  daysTo: z.number().int(),
  orderCount: z.number().int(),
  updatedAt: timeText,
})
export type ProjectLine = z.output<typeof projectLine>

export const projectIndex = defineIndex<ProjectLine>()({
  name: 'projects',
  label: '检测项目',
  action: 'project.open',
  key: (row) => row.name,
  search: '名称、别名、拼音、网址标识',
  sort: '-updated',
  countsTabs: true,
  fields: {
    name: { label: '项目', kind: 'text', value: (row) => row.name },
    state: { label: '状态', kind: 'choice', options: projectStates, value: (row) => row.state },
    edit: {
      label: '待发布的修改',
      kind: 'choice',
      options: openEditLabels,
      value: (row) => row.openEdit,
      aside: true,
    },
    category: { label: '分类', kind: 'text', value: (row) => row.categoryName },
    type: { label: '类型', kind: 'text', value: (row) => row.typeName, aside: true },
    price: { label: '起价', kind: 'fen', value: (row) => row.priceFromFen, sorts: true },
    days: { label: '周期（工作日）', kind: 'count', value: (row) => row.daysTo, sorts: true },
    orders: { label: '下单次数', kind: 'count', value: (row) => row.orderCount, sorts: true },
    updated: { label: '最近修改', kind: 'time', value: (row) => row.updatedAt, sorts: true },
    slug: { label: '网址标识', kind: 'text', value: (row) => row.slug, aside: true },
    aliases: { label: '别名', kind: 'text', value: (row) => row.aliases.join('、'), aside: true },
  },
  tabs: {
    onSale: { label: '在售', filters: { state: ['onSale'] } },
    draft: { label: '草稿', filters: { state: ['draft'] } },
    edited: { label: '有待发布的修改', filters: { edit: ['draft', 'scheduled'] } },
    retired: { label: '已下架', filters: { state: ['retired'] } },
    all: { label: '全部' },
  },
})

export const staffProjectList = defineCall({
  name: 'project/list',
  area: 'staff',
  action: 'project.open',
  reads: true,
  summary: '检测项目列表（含草稿与已下架）',
  input: indexInput(projectIndex),
  output: pageOf(projectIndex, projectLine),
})
