import { useCall } from '../../../platform/client/use-call.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { threadList } from '../contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { Column } from '../../../ui/tables/table.tsx'
import { threadSides } from '../rules.ts'
import css from './thread-list.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '订单沟通 · 明析科测' }]

const columns: Column<OutputOf<typeof threadList>['list'][number]>[] = [
  {
    key: 'order',
    header: '订单',
    rowHeader: true,
    line: 1,
    render: ({ orderNo, title }) => (
      <div>
        <SmartLink to={`/member/order/${encodeURIComponent(orderNo)}?thread=1`} className="num">
          {orderNo}
        </SmartLink>
        <div className={css.title}>{title}</div>
      </div>
    ),
  },
  {
    key: 'last',
    header: '最近消息',
    width: '45%',
    line: 2,
    render: ({ lastSide, lastText }) => `${threadSides[lastSide]}：${lastText}`,
  },
  {
    key: 'unread',
    header: '未读',
    line: 1,
    render: ({ unread }) => (unread > 0 ? <Tag tone="warn">{unread} 条未读</Tag> : ''),
  },
  { key: 'at', header: '时间', line: 2, render: ({ lastAt }) => <span className="num">{minuteText(lastAt)}</span> },
]

/** The customer's talks with the laboratory, the latest first. */
export default function ThreadList() {
  const { page, href } = useAddress()
  const read = useCall(threadList, { page, size: 20 }, { alwaysAsk: true, refetchSeconds: 30 })
  const { data } = read
  return (
    <div className="stack">
      <PageHeader title="订单沟通" sub="就订单与客户经理、实验员的留言；未读超过 10 分钟会发消息与邮件提醒" />
      {data?.total === 0 && (
        <EmptyState title="还没有沟通" icon="message" action={{ label: '查看我的订单', to: '/member/order' }}>
          在订单页面可以给实验室留言。
        </EmptyState>
      )}
      {data?.total !== 0 && (
        <PagedTable
          caption="订单沟通"
          of={read}
          page={page}
          href={(next) => href({ page: next })}
          rowKey={(row) => row.orderNo}
          lines
          columns={columns}
        />
      )}
    </div>
  )
}
