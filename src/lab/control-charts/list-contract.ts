import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { z } from 'zod'
import { type ChartItem, chartItem, measurementItem } from './contract.ts'
import { chartStates, dueStates, limitsText, measurementStates, numberText, withUnit } from './rules.ts'
import { brokenText } from './westgard-rules.ts'

export const chartIndex = defineIndex<ChartItem>()({
  name: 'controlCharts',
  label: '质控图',
  action: 'controlChart.read',
  key: (row) => row.chartNo,
  search: '仪器、参考量、标准物质、证书编号',
  sort: 'due',
  countsTabs: true,
  fields: {
    no: { label: '质控图编号', kind: 'text', value: (row) => row.chartNo, aside: true },
    quantity: { label: '参考量', kind: 'text', value: (row) => row.quantity, sorts: true },
    instrument: { label: '仪器', kind: 'text', value: (row) => row.instrument },
    material: { label: '标准物质', kind: 'text', value: (row) => row.material, aside: true },
    certificate: { label: '证书编号', kind: 'text', value: (row) => row.certificateNo, aside: true },
    limits: {
      label: '目标值 ± 标准差',
      kind: 'text',
      value: (row) => row.limits && withUnit(limitsText(row.limits), row.unit),
      noFilter: true,
    },
    state: { label: '状态', kind: 'choice', options: chartStates, value: (row) => row.state },
    broken: { label: '违反的规则', kind: 'text', value: (row) => brokenText(row.broken), noFilter: true, aside: true },
    measured: { label: '最近测量', kind: 'time', value: (row) => row.measuredAt, sorts: true },
    interval: { label: '间隔天数', kind: 'count', value: (row) => row.intervalDays, aside: true },
    due: { label: '下次应测', kind: 'time', value: (row) => row.dueAt, sorts: true },
    kept: { label: '测量', kind: 'choice', options: dueStates, value: (row) => row.due, aside: true },
  },
  tabs: {
    kept: { label: '在用', filters: { kept: ['ok', 'overdue'] } },
    due: { label: dueStates.overdue, filters: { kept: ['overdue'] } },
    out: { label: chartStates.out, filters: { kept: ['ok', 'overdue'], state: ['out'] } },
    stopped: { label: dueStates.stopped, filters: { kept: ['stopped'] } },
    all: { label: '全部质控图' },
  },
})

export const controlChartList = defineCall({
  name: 'controlChart/list',
  area: 'staff',
  action: 'controlChart.read',
  reads: true,
  summary: '质控图列表',
  input: indexInput(chartIndex),
  output: pageOf(chartIndex, chartItem),
})

/** A measurement with the chart that it belongs to. */
const measurementRow = measurementItem.extend({
  instrument: z.string(),
  quantity: z.string(),
  unit: z.string(),
})
export type MeasurementRowItem = z.output<typeof measurementRow>

export const measurementIndex = defineIndex<MeasurementRowItem>()({
  name: 'controlMeasurements',
  label: '质控测量',
  action: 'controlChart.read',
  key: (row) => `QC-${row.chartId}/${row.id}`,
  search: '仪器、参考量、备注',
  sort: '-measured',
  fields: {
    measured: { label: '测量时间', kind: 'time', value: (row) => row.measuredAt, sorts: true },
    quantity: { label: '参考量', kind: 'text', value: (row) => row.quantity },
    instrument: { label: '仪器', kind: 'text', value: (row) => row.instrument },
    value: { label: '测量值', kind: 'text', value: (row) => numberText(row.value), noFilter: true },
    unit: { label: '单位', kind: 'text', value: (row) => row.unit },
    limits: {
      label: '目标值 ± 标准差',
      kind: 'text',
      value: (row) => row.limits && limitsText(row.limits),
      noFilter: true,
    },
    state: { label: '状态', kind: 'choice', options: measurementStates, value: (row) => row.state },
    broken: { label: '违反的规则', kind: 'text', value: (row) => brokenText(row.broken), noFilter: true },
    staff: { label: '测量人', kind: 'text', value: (row) => row.staffName },
    note: { label: '备注', kind: 'text', value: (row) => row.note, aside: true },
    reason: { label: '撤销原因', kind: 'text', value: (row) => row.takenBack?.reason ?? '', aside: true },
  },
  tabs: {
    all: { label: '全部测量' },
    warning: { label: '警告与失控', filters: { state: ['warning', 'out'] } },
  },
})

export const controlMeasurementList = defineCall({
  name: 'controlChart/measurementList',
  area: 'staff',
  action: 'controlChart.read',
  reads: true,
  summary: '全部质控测量',
  input: indexInput(measurementIndex),
  output: pageOf(measurementIndex, measurementRow),
})
