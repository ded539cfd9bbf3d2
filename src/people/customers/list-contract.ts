import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { accountStates, userTypes } from './rules.ts'

// Customers as a list, for managers and finance. Phone and e-mail are masked, also in exports.

const staffCustomer = z.object({
  id: z.number().int(),
  name: z.string(),
  company: z.string(),
  /** A key of `userTypes`; `group` for the account of a group, `none` until the profile is filled in. */
  type: z.string(),
  phone: z.string(),
  email: z.string(),
  region: z.string(),
  advisorName: z.string(),
  createdAt: timeText,
  completedAt: timeText.nullable(),
  state: z.enum(['open', 'closing', 'disabled', 'closed']),
})
export type ListedCustomer = z.output<typeof staffCustomer>

export const customerIndex = defineIndex<ListedCustomer>()({
  name: 'customers',
  label: '客户',
  action: 'customer.read',
  key: (row) => String(row.id),
  search: '姓名、单位、手机号、邮箱，拼音',
  sort: '-created',
  countsTabs: true,
  fields: {
    name: { label: '客户', kind: 'text', value: (row) => row.name },
    company: { label: '单位', kind: 'text', value: (row) => row.company },
    type: {
      label: '身份',
      kind: 'choice',
      options: { ...userTypes, group: '课题组', none: '资料未填' },
      value: (row) => row.type,
    },
    phone: { label: '手机号', kind: 'text', value: (row) => row.phone, noFilter: true },
    email: { label: '邮箱', kind: 'text', value: (row) => row.email, noFilter: true, aside: true },
    region: { label: '地区', kind: 'text', value: (row) => row.region, aside: true },
    advisor: { label: '客户经理', kind: 'text', value: (row) => row.advisorName },
    created: { label: '注册时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    completed: { label: '资料完善', kind: 'time', value: (row) => row.completedAt, sorts: true, aside: true },
    state: { label: '账户', kind: 'choice', options: accountStates, value: (row) => row.state },
  },
  tabs: {
    all: { label: '全部客户' },
    institute: { label: '高校院所', filters: { type: ['0', '3'] } },
    enterprise: { label: '企业', filters: { type: ['2'] } },
    individual: { label: '个人', filters: { type: ['1'] } },
    group: { label: '课题组', filters: { type: ['group'] } },
    new: { label: '资料未填', filters: { type: ['none'], state: ['open', 'closing'] } },
  },
})

export const staffCustomerList = defineCall({
  name: 'customer/list',
  area: 'staff',
  action: 'customer.read',
  reads: true,
  summary: '客户列表',
  input: indexInput(customerIndex),
  output: pageOf(customerIndex, staffCustomer),
})
