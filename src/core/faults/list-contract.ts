import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { keyOf, timeText } from '../../platform/contract/fields.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { faultKinds, faultStates } from './rules.ts'

export const listedFault = z.object({
  id: z.number().int(),
  kind: keyOf(faultKinds),
  place: z.string(),
  /** Type, code and message in one line. */
  what: z.string(),
  state: keyOf(faultStates),
  /** It is open because it came back after it was resolved. */
  again: z.boolean(),
  times: z.number().int(),
  firstSeenAt: timeText,
  lastSeenAt: timeText,
  lastRelease: z.string(),
})
export type ListedFault = z.output<typeof listedFault>

export const faultIndex = defineIndex<ListedFault>()({
  name: 'faults',
  label: '错误报告',
  action: 'job.read',
  key: (row) => String(row.id),
  search: '问题编号、位置、错误',
  sort: '-last',
  fields: {
    what: { label: '错误', kind: 'text', value: (row) => row.what },
    place: { label: '位置', kind: 'text', value: (row) => row.place },
    kind: { label: '来源', kind: 'choice', options: faultKinds, value: (row) => row.kind },
    state: { label: '状态', kind: 'choice', options: faultStates, value: (row) => row.state },
    times: { label: '次数', kind: 'count', value: (row) => row.times, sorts: true },
    release: { label: '版本', kind: 'text', value: (row) => row.lastRelease },
    first: { label: '首次出现', kind: 'time', value: (row) => row.firstSeenAt, sorts: true, aside: true },
    last: { label: '最近出现', kind: 'time', value: (row) => row.lastSeenAt, sorts: true },
  },
  tabs: {
    open: { label: '待处理', filters: { state: ['open'] } },
    resolved: { label: '已解决', filters: { state: ['resolved'] } },
    ignored: { label: '已忽略', filters: { state: ['ignored'] } },
    all: { label: '全部' },
  },
  countsTabs: true,
})

export const staffFaultList = defineCall({
  name: 'fault/list',
  area: 'staff',
  action: 'job.read',
  reads: true,
  summary: '错误报告：相同的错误合为一条，可按问题编号搜索',
  input: indexInput(faultIndex),
  output: pageOf(faultIndex, listedFault),
})
