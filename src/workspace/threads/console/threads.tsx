import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { type StaffThread, staffThreadSearch, threadIndex } from '../list-contract.ts'
import { threadSides, threadStates } from '../rules.ts'

export const meta = () => [{ title: '订单沟通 · 明析科测后台' }]

/** What customers wrote about their orders; those that wait longest come first. */
export default function Threads() {
  return (
    <div className="stack">
      <PageHeader title="订单沟通" sub="客户就订单的留言，等待最久的在前" />
      <IndexList
        index={threadIndex}
        call={staffThreadSearch}
        looks={looks}
        empty={<EmptyState title="没有未回复的留言" icon="message" />}
      />
    </div>
  )
}

const looks: IndexListProps<StaffThread, keyof typeof threadIndex.fields>['looks'] = {
  order: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/orders/${encodeURIComponent(row.orderNo)}?thread=1`}>{row.orderNo}</SmartLink>
    ),
  },
  title: { words: true },
  customer: { line: 2, render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{row.customerName}</span> },
  // What the customer wrote is what the list is read for.
  text: { line: 2, words: true, render: (row) => `${threadSides[row.lastSide]}：${row.lastText}` },
  unread: { render: (row) => (row.unread > 0 ? <Tag tone="warn">{row.unread}</Tag> : '—') },
  state: {
    line: 1,
    render: (row) => <StageBadge tone={row.state === 'waiting' ? 'work' : 'ok'}>{threadStates[row.state]}</StageBadge>,
  },
}
