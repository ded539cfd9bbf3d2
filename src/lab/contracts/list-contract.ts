import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, type IndexTab, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { contractSummary } from './contract.ts'
import { contractLifecycle, type ContractStage, contractStages } from './rules.ts'

// Contracts of every customer, for managers and finance.

const staffContract = contractSummary.extend({ company: z.string() })
export type ListedContract = z.output<typeof staffContract>

const stageTabs = Object.fromEntries(
  contractStages.map((stage) => [stage, { label: contractLifecycle.stages[stage], filters: { stage: [stage] } }]),
) as unknown as Record<ContractStage, IndexTab>

export const contractIndex = defineIndex<ListedContract>()({
  name: 'contracts',
  label: '合同',
  action: 'contract.read',
  key: (row) => row.contractNo,
  search: '合同编号、订单号、委托方、项目',
  sort: '-issued',
  countsTabs: true,
  fields: {
    no: { label: '合同编号', kind: 'text', value: (row) => row.contractNo, sorts: true },
    company: { label: '委托方', kind: 'text', value: (row) => row.company },
    order: { label: '订单号', kind: 'text', value: (row) => row.orderNo, sorts: true },
    title: { label: '项目', kind: 'text', value: (row) => row.title, aside: true },
    amount: { label: '金额', kind: 'fen', value: (row) => row.amountFen, sorts: true, sums: true },
    edition: { label: '版本', kind: 'count', value: (row) => row.edition, aside: true },
    issued: { label: '拟定时间', kind: 'time', value: (row) => row.issuedAt, sorts: true },
    signBy: { label: '签署期限', kind: 'time', value: (row) => row.signBy, sorts: true },
    signed: { label: '签署时间', kind: 'time', value: (row) => row.signedAt, sorts: true, aside: true },
    sealed: { label: '盖章时间', kind: 'time', value: (row) => row.sealedAt, sorts: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: contractLifecycle.stages, value: (row) => row.stage },
    reason: { label: '退回原因', kind: 'text', value: (row) => row.reason, noFilter: true, aside: true },
  },
  tabs: { all: { label: '全部合同' }, ...stageTabs },
})

export const staffContractList = defineCall({
  name: 'contract/list',
  area: 'staff',
  action: 'contract.read',
  reads: true,
  summary: '合同列表',
  input: indexInput(contractIndex),
  output: pageOf(contractIndex, staffContract),
})
