import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { promoterRebateFile, promoterRebateList, rebateTabs } from '../contract.ts'
import { RebateBadge } from '../promoter-badge.tsx'
import { shortDay } from '../../../ui/text/day-text.ts'

const labels = { all: '全部', pending: '待结算', available: '可提现', taken_back: '已追回' } as const

/** The rebates of the promoter by order. */
export function Rebates() {
  const { oneOf, page, href } = useAddress()
  const tab = oneOf('tab', rebateTabs)
  const list = useCall(promoterRebateList, { tab, page, size: 20 })
  const file = useDownload(() => send(promoterRebateFile, { tab, browserKey: browserKey() }))
  return (
    <div className="stack">
      <div className="cluster" style={{ justifyContent: 'space-between' }}>
        <h2 style={{ fontSize: 'var(--text-20)' }}>返利明细</h2>
        {(list.data?.total ?? 0) > 0 && (
          <Button icon="download" busy={file.busy} onClick={() => void file.download()}>
            下载 Excel
          </Button>
        )}
      </div>
      <LinkTabs
        label="返利状态"
        tabs={rebateTabs.map((key) => ({ to: href({ tab: key }), label: labels[key], current: key === tab }))}
      />
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="返利明细"
        rowKey={(row) => String(row.id)}
        columns={[
          {
            key: 'order',
            header: '订单',
            rowHeader: true,
            render: (row) => <span className="num">{row.orderNo}</span>,
          },
          {
            key: 'customer',
            header: '客户',
            render: (row) => (
              <span>
                {row.customerName} <span className="num">{row.customerPhone}</span>
              </span>
            ),
          },
          { key: 'paid', header: '付清时间', render: (row) => <span className="num">{shortDay(row.paidAt)}</span> },
          { key: 'base', header: '实付', align: 'end', render: (row) => <Money fen={row.baseFen} /> },
          { key: 'amount', header: '返利', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
          {
            key: 'state',
            header: '状态',
            render: (row) => (
              <span className="cluster">
                <RebateBadge state={row.state} />
                {row.state === 'pending' && <span className="num">{shortDay(row.dueOn)} 到期</span>}
                {row.owedFen > 0 && (
                  <span>
                    待抵扣 <Money fen={row.owedFen} />
                  </span>
                )}
              </span>
            ),
          },
        ]}
        empty={
          <EmptyState title="还没有返利" icon="wallet">
            通过您的链接注册的客户付清订单后，返利会出现在这里。
          </EmptyState>
        }
      />
    </div>
  )
}
