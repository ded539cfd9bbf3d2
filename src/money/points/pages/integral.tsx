import { useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { countText } from '../../../ui/index/count-text.ts'
import { shortDay } from '../../../ui/text/day-text.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { integrationInit } from '../contract.ts'
import { ClaimButton } from './claim-form.tsx'
import { ClaimList } from './claim-list.tsx'
import { GoodsGrid } from './goods-grid.tsx'
import { ExchangeList, PointLedger } from './point-lists.tsx'
import { TransferDialog } from './transfer-dialog.tsx'
import { TransferList } from './transfer-list.tsx'

export const meta = () => [{ title: '我的积分 · 明析科测' }]

type Own = OutputOf<typeof integrationInit>

const tabs = {
  goods: '兑换商品',
  ledger: '积分明细',
  exchanges: '兑换记录',
  transfers: '转赠',
  claims: '致谢申请',
} as const
const tabKeys = Object.keys(tabs) as [keyof typeof tabs, ...(keyof typeof tabs)[]]

export default function IntegralPage() {
  const address = useAddress()
  const tab = address.oneOf('tab', tabKeys)
  const own = useCall(integrationInit, {})
  const page = { page: address.page, href: (to: number) => address.href({ page: to }) }
  return (
    <div className="stack">
      <PageHeader
        title="我的积分"
        sub="检测、评价和论文致谢得积分，可兑换优惠券和商品"
        actions={own.data && <Verbs own={own.data} />}
      />
      <Loaded of={own}>{(data) => <Balance own={data} />}</Loaded>
      <LinkTabs
        label="积分"
        tabs={tabKeys.map((key) => ({ to: address.href({ tab: key }), label: tabs[key], current: key === tab }))}
      />
      {tab === 'goods' && <GoodsGrid {...page} balance={own.data?.balance} />}
      {tab === 'ledger' && <PointLedger {...page} />}
      {tab === 'exchanges' && <ExchangeList {...page} />}
      {tab === 'transfers' && <TransferList {...page} />}
      {tab === 'claims' && <ClaimList {...page} own={own.data} />}
      {own.data && <Rules own={own.data} />}
    </div>
  )
}

function Verbs({ own }: { own: Own }) {
  const [open, setOpen] = useState(false)
  return (
    <span className="cluster">
      {own.transferMost > 0 && (
        <Button icon="transfer" onClick={() => setOpen(true)}>
          转赠积分
        </Button>
      )}
      <ClaimButton own={own} />
      {open && <TransferDialog own={own} onClose={() => setOpen(false)} />}
    </span>
  )
}

function Balance({ own }: { own: Own }) {
  return (
    <StatGrid>
      <Stat label="可用积分" value={countText(own.balance)} />
      <Stat
        label="即将到期"
        value={countText(own.soon)}
        note={own.soon > 0 ? `最早 ${shortDay(own.soonUntil)} 到期` : '近期没有到期的积分'}
        {...(own.soon > 0 ? { tone: 'warn' as const } : {})}
      />
      {own.owed > 0 && <Stat label="待抵扣" value={countText(own.owed)} note="从之后获得的积分中扣除" tone="warn" />}
    </StatGrid>
  )
}

function Rules({ own }: { own: Own }) {
  if (own.rules.length === 0 && !own.next)
    return (
      <EmptyState title="积分规则尚未公布" icon="info">
        规则公布后，付清的订单、评价和论文致谢可以得积分。
      </EmptyState>
    )
  return (
    <Card title="积分规则">
      <Lines lines={own.rules} />
      {own.next && (
        <>
          <p>
            <strong>
              <span className="num">{own.next.from}</span> 起：
            </strong>
          </p>
          <Lines lines={own.next.rules} />
        </>
      )}
    </Card>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="prose" style={{ paddingInlineStart: '1.25em' }}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
