import { useNavigate } from 'react-router'
import { bulkVerb } from '../../../ground/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, TabsBeside } from '../../../ground/list-page/index-list.tsx'
import { useStaff } from '../../../ground/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { useIndexAddress } from '../../../ui/index/use-index-address.ts'
import { SmartLink } from '../../../ui/link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StageBadge, type Tone } from '../../../ui/tag.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { paymentIndex, staffPaymentList } from '../list-contract.ts'
import { outcomeLabels, type PaymentStage } from '../rules.ts'
import { type PaymentRow, staffDifferences, staffPaymentAsk } from '../staff-contract.ts'
import { Bills } from './bills.tsx'
import { Differences } from './differences.tsx'
import { PaymentDetailDialog } from './payment-detail.tsx'

export const meta = () => [{ title: '付款流水 · 明析科测' }]

const compared = ['differences', 'bills'] as const
const comparedLabels = { differences: '对账差异', bills: '渠道账单' }
const one = { page: 1, size: 1 }

/** Money of the channels: every attempt to pay, and what differs from the bills of the channels. */
export default function ConsolePayments() {
  const address = useAddress()
  const tab = address.oneOf('tab', ['', ...compared])
  const openDifferences = useCall(staffDifferences, { open: true, ...one }).data?.total
  const after = compared.map((key) => ({
    to: `?tab=${key}`,
    label: comparedLabels[key],
    current: key === tab,
    ...(key === 'differences' && openDifferences !== undefined ? { count: openDifferences } : {}),
  }))
  return (
    <div className="stack">
      <PageHeader title="付款流水" sub="微信支付与支付宝的收款；款项先入客户余额，再付应付款项" />
      {tab === '' ? (
        <Payments after={after} />
      ) : (
        <>
          <TabsBeside index={paymentIndex} call={staffPaymentList} after={after} />
          {tab === 'differences' ? <Differences address={address} /> : <Bills address={address} />}
        </>
      )}
    </div>
  )
}

const ask = bulkVerb<PaymentRow, typeof staffPaymentAsk>(staffPaymentAsk, ({ paymentNo }) => ({ paymentNo }), {
  label: '查询渠道',
  text: (count) => `向支付渠道查询 ${count} 笔付款的结果，已到账的即时入账。已付款的不再查询。`,
})

function Payments({ after }: { after: { to: string; label: string; current: boolean }[] }) {
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
