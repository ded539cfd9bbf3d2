import { useNavigate } from 'react-router'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, TabsBeside, useTabCounts } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { useIndexAddress } from '../../../ui/index/use-index-address.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { LinkTab } from '../../../ui/layout/tabs.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { differenceIndex, staffDifferences } from '../difference-list-contract.ts'
import { paymentIndex, staffPaymentList } from '../list-contract.ts'
import { outcomeLabels, type PaymentStage } from '../rules.ts'
import { type PaymentRow, staffPaymentAsk } from '../staff-contract.ts'
import { Bills } from './bills.tsx'
import { Differences } from './differences.tsx'
import { PaymentDetailDialog } from './payment-detail.tsx'

export const meta = () => [{ title: '付款流水 · 明析科测' }]

const differenceTabs = ['differences', 'resolved'] as const
const links = {
  differences: differenceTabs.map((tab) => ({ to: `?tab=${tab}`, label: differenceIndex.tabs[tab].label })),
  bills: { to: '?tab=bills', label: '渠道账单' },
}

/** Money of the channels: every attempt to pay, and what differs from the bills of the channels. */
export default function ConsolePayments() {
  const address = useAddress()
  const tab = address.oneOf('tab', ['', ...differenceTabs, 'bills'])
  const found = useTabCounts(staffDifferences)
  const compared = links.differences.map((link, at) => {
    const count = found[differenceTabs[at] ?? '']
    return count === undefined ? link : { ...link, count }
  })
  return (
    <div className="stack">
      <PageHeader title="付款流水" sub="微信支付与支付宝的收款；款项先入客户余额，再付应付款项" />
      {tab === '' ? (
        <Payments after={[...compared, links.bills]} />
      ) : tab === 'bills' ? (
        <>
          <TabsBeside
            index={paymentIndex}
            call={staffPaymentList}
            after={[...compared, { ...links.bills, current: true }]}
          />
          <Bills address={address} />
        </>
      ) : (
        <DifferencesBeside tab={tab} />
      )}
    </div>
  )
}

function DifferencesBeside({ tab }: { tab: (typeof differenceTabs)[number] }) {
  const counts = useTabCounts(staffPaymentList)
  const before = Object.entries(paymentIndex.tabs).map(([name, { label }]) => {
    const count = counts[name]
    return { to: `?tab=${name}`, label, ...(count === undefined ? {} : { count }) }
  })
  return <Differences tab={tab} tabs={{ before, after: [links.bills] }} />
}

const ask = bulkVerb<PaymentRow, typeof staffPaymentAsk>(staffPaymentAsk, ({ paymentNo }) => ({ paymentNo }), {
  label: '查询渠道',
  text: (count) => `向支付渠道查询 ${count} 笔付款的结果，已到账的即时入账。已付款的不再查询。`,
})

function Payments({ after }: { after: readonly LinkTab[] }) {
  const navigate = useNavigate()
  const { may } = useStaff()
  const open = useAddress().get('open')
  const { query, href } = useIndexAddress(paymentIndex)
  // The list stays at its position behind the dialog.
  const here = href({ after: query.after, before: query.before })
  return (
    <>
      <IndexList
        index={paymentIndex}
        call={staffPaymentList}
        looks={looks((no) => `${here}&open=${no}`)}
        tabs={{ after }}
        bulk={may('payment.ask') ? [ask] : []}
        empty={<EmptyState title="没有这样的付款" icon="wallet" />}
      />
      {/^P\w+$/.test(open) && (
        <PaymentDetailDialog
          paymentNo={open}
          onClose={() => void navigate(here, { replace: true, preventScrollReset: true })}
        />
      )}
    </>
  )
}

const tones: Record<PaymentStage, Tone> = { open: 'info', paid: 'ok', closed: 'neutral', failed: 'danger' }

function looks(hrefOf: (no: string) => string): IndexListProps<PaymentRow, keyof typeof paymentIndex.fields>['looks'] {
  return {
    no: {
      line: 1,
      rowHeader: true,
      render: (row) => (
        <SmartLink to={hrefOf(row.paymentNo)} className="num">
          {row.paymentNo}
        </SmartLink>
      ),
    },
    customer: { line: 2, render: (row) => <CustomerCell {...row} /> },
    amount: { line: 2 },
    stage: {
      line: 1,
      render: ({ stage, stageLabel, outcome }) => (
        <>
          <StageBadge tone={tones[stage]}>{stageLabel}</StageBadge>
          {outcome === 'kept' && <StageBadge tone="warn">{outcomeLabels.kept}</StageBadge>}
        </>
      ),
    },
  }
}
