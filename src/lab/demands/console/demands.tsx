import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { DueIn } from '../../orders/order-stage.tsx'
import type { StaffDemand } from '../contract.ts'
import { DemandStageBadge } from '../demand-facts.tsx'
import { demandIndex, staffDemandList } from '../list-contract.ts'

export const meta = () => [{ title: '需求 · 明析科测后台' }]

/** Demands of customers and requirements of visitors; of the open ones, who waits longest comes first. */
export default function Demands() {
  return (
    <>
      <PageHeader title="需求" sub="目录之外的测试：客户的实验需求与访客的留言，2 小时内答复" />
      <IndexList
        index={demandIndex}
        call={staffDemandList}
        looks={looks}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有待响应的需求" icon="chat" action={{ label: '回到工作台', to: '/console' }}>
            客户提交的实验需求与访客的留言会出现在这里。
          </EmptyState>
        }
      />
    </>
  )
}

const looks: IndexListProps<StaffDemand, keyof typeof demandIndex.fields>['looks'] = {
  title: {
    line: 1,
    words: true,
    rowHeader: true,
    render: (row) => (
      <span className="cluster">
        <SmartLink to={`/console/demands/${row.id}`}>{row.title}</SmartLink>
        {row.kind === 'visitor' && <Tag>访客</Tag>}
      </span>
    ),
  },
  contact: {
    line: 2,
    words: true,
    render: (row) => (
      <div>
        {row.contactName}
        <CellNote num>{row.contactPhone}</CellNote>
      </div>
    ),
  },
  company: { line: 2, words: true },
  stage: {
    line: 1,
    render: (row) => (
      <span className="cluster">
        <DemandStageBadge stage={row.stage}>{row.stageName}</DemandStageBadge>
        {row.stage === 'answered' && row.answer?.expired && <Tag tone="warn">报价已过期</Tag>}
      </span>
    ),
  },
  due: { line: 2, render: (row) => (row.dueAt ? <DueIn at={row.dueAt} /> : '—') },
}
