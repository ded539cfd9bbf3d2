import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { type InstrumentItem, instrumentItem } from './contract.ts'
import { calibrationRules, calibrationStates, instrumentLifecycle } from './rules.ts'

const { stages } = instrumentLifecycle

export const instrumentIndex = defineIndex<InstrumentItem>()({
  name: 'instruments',
  label: '仪器',
  action: 'instrument.read',
  key: (row) => row.instrumentNo,
  search: '编号、名称、型号、位置、保管人',
  sort: 'no',
  countsTabs: true,
  fields: {
    no: { label: '仪器编号', kind: 'text', value: (row) => row.instrumentNo, sorts: true },
    name: { label: '名称', kind: 'text', value: (row) => row.name, sorts: true },
    model: { label: '型号', kind: 'text', value: (row) => row.model },
    location: { label: '位置', kind: 'text', value: (row) => row.location },
    keeper: { label: '保管人', kind: 'text', value: (row) => row.keeper },
    projects: { label: '服务项目', kind: 'count', value: (row) => row.projects, noFilter: true },
    due: { label: '校准有效期', kind: 'day', value: (row) => row.calibrationDue, sorts: true },
    calibration: {
      label: '校准',
      kind: 'choice',
      options: calibrationStates,
      value: (row) => row.calibration,
      aside: true,
    },
    rule: {
      label: '到期处理',
      kind: 'choice',
      options: calibrationRules,
      value: (row) => row.calibrationRule,
      aside: true,
    },
    stage: { label: '状态', kind: 'choice', options: stages, value: (row) => row.stage },
  },
  tabs: {
    all: { label: '全部仪器' },
    due: { label: '校准待办', filters: { calibration: ['soon', 'overdue'] }, sort: 'due' },
    usable: { label: stages.usable, filters: { stage: ['usable'] } },
    stopped: { label: stages.stopped, filters: { stage: ['stopped'] } },
    calibrating: { label: stages.calibrating, filters: { stage: ['calibrating'] } },
  },
})

export const instrumentList = defineCall({
  name: 'instrument/list',
  area: 'staff',
  action: 'instrument.read',
  reads: true,
  summary: '仪器列表',
  input: indexInput(instrumentIndex),
  output: pageOf(instrumentIndex, instrumentItem),
})
