import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Field } from '../../../ui/field.tsx'
import { Select, TextInput } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Stat, StatGrid } from '../../../ui/stat.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { StageBadge, type Tone } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { type Address, useAddress } from '../../../ui/use-address.ts'
import { channelLabels, outcomeLabels, paymentLifecycle, type PaymentStage } from '../rules.ts'
import { type PaymentRow, staffPaymentList } from '../staff-contract.ts'
import { Bills } from './bills.tsx'
import { Differences } from './differences.tsx'
import { PaymentDetailDialog } from './payment-detail.tsx'

export const meta = () => [{ title: '付款流水 · 明析科测' }]

const tabs = ['payments', 'differences', 'bills'] as const
const tabLabels = { payments: '付款流水', differences: '对账差异', bills: '渠道账单' }
const stages = ['', ...(Object.keys(paymentLifecycle.stages) as PaymentStage[])] as const
const channels = ['', 'wechatpay', 'alipay'] as const
const outcomes = ['', 'applied', 'kept'] as const

/** Money of the channels: every attempt to pay, and what differs from the bills of the channels. */
export default function ConsolePayments() {
  const address = useAddress()
  const tab = address.oneOf('tab', tabs)
  const list = usePayments(address)
  return (
    <div className="stack">
      <PageHeader title="付款流水" sub="微信支付与支付宝的收款；款项先入客户余额，再付应付款项" />
      <LinkTabs
        label="付款流水与对账"
        tabs={tabs.map((key) => ({
          to: `?tab=${key}`,
          label: tabLabels[key],
          current: key === tab,
          count: key === 'differences' ? list.data?.openDifferences : undefined,
        }))}
      />
      {tab === 'payments' && <Payments address={address} list={list} />}
      {tab === 'differences' && <Differences address={address} />}
      {tab === 'bills' && <Bills address={address} />}
    </div>
  )
}

function usePayments(address: Address) {
  return useCall(staffPaymentList, {
    channel: address.oneOf('channel', channels),
    stage: address.oneOf('stage', stages),
    outcome: address.oneOf('outcome', outcomes),
    from: day(address.get('from')),
    to: day(address.get('to')),
    kw: address.get('kw').slice(0, 60),
    page: address.page,
    size: 20,
  })
}

function day(text: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}

function Payments({ address, list }: { address: Address; list: ReturnType<typeof usePayments> }) {
  const navigate = useNavigate()
  const open = address.get('no')
  const sums = list.data?.sums
  return (
    <>
      <Filters address={address} />
      {sums && (
        <StatGrid>
          <Stat label="已收" value={<Money fen={sums.paidFen} />} />
          <Stat label="已退" value={<Money fen={sums.refundedFen} />} />
          <Stat label="留在余额" value={<Money fen={sums.keptFen} />} tone={sums.keptFen > 0 ? 'warn' : undefined} />
          <Stat label="待付款" value={<Money fen={sums.openFen} />} />
        </StatGrid>
      )}
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption="付款流水"
        columns={columns((no) => address.href({ no, page: address.page }))}
        rowKey={(row) => row.paymentNo}
        empty={<EmptyState title="没有符合条件的付款" icon="wallet" />}
      />
      {/^P\w+$/.test(open) && (
        <PaymentDetailDialog
          paymentNo={open}
          onClose={() => void navigate(address.href({ no: '', page: address.page }))}
        />
      )}
    </>
  )
}

function Filters({ address }: { address: Address }) {
  const navigate = useNavigate()
  const go = (change: Record<string, string>) => void navigate(address.href(change))
  return (
    <Toolbar>
      <Field label="渠道" hideLabel>
        <Select
          value={address.oneOf('channel', channels)}
          options={channels.map((value) => ({ value, label: value === '' ? '全部渠道' : channelLabels[value] }))}
          onValue={(channel) => go({ channel })}
        />
      </Field>
      <Field label="状态" hideLabel>
        <Select
          value={address.oneOf('stage', stages)}
          options={stages.map((value) => ({
            value,
            label: value === '' ? '全部状态' : paymentLifecycle.stages[value],
          }))}
          onValue={(stage) => go({ stage })}
        />
      </Field>
      <Field label="去向" hideLabel>
        <Select
          value={address.oneOf('outcome', outcomes)}
          options={outcomes.map((value) => ({ value, label: value === '' ? '全部去向' : outcomeLabels[value] }))}
          onValue={(outcome) => go({ outcome })}
        />
      </Field>
      <Field label="开始日期" hideLabel>
        <TextInput type="date" value={day(address.get('from')) ?? ''} onValue={(from) => go({ from })} />
      </Field>
      <Field label="结束日期" hideLabel>
        <TextInput type="date" value={day(address.get('to')) ?? ''} onValue={(to) => go({ to })} />
      </Field>
      <SearchBox
        key={address.get('kw')}
        label="搜索付款"
        placeholder="付款单号、渠道单号、结算单、订单、客户"
        defaultValue={address.get('kw')}
        onSearch={(kw) => go({ kw })}
      />
    </Toolbar>
  )
}

const tones: Record<PaymentStage, Tone> = { open: 'info', paid: 'ok', closed: 'neutral', failed: 'danger' }

function PaymentBadge({ payment }: { payment: Pick<PaymentRow, 'stage' | 'stageLabel' | 'outcome'> }) {
  return (
    <>
      <StageBadge tone={tones[payment.stage]}>{payment.stageLabel}</StageBadge>
      {payment.outcome === 'kept' && <StageBadge tone="warn">{outcomeLabels.kept}</StageBadge>}
    </>
  )
}

function columns(hrefOf: (no: string) => string): Column<PaymentRow>[] {
  return [
    {
      key: 'no',
      header: '付款单号',
      rowHeader: true,
      render: (row) => (
        <SmartLink to={hrefOf(row.paymentNo)} className="num">
          {row.paymentNo}
        </SmartLink>
      ),
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
    { key: 'channel', header: '渠道', render: (row) => channelLabels[row.channel] },
    { key: 'about', header: '付款内容', render: (row) => row.about },
    { key: 'amount', header: '金额', align: 'end', render: (row) => <Money fen={row.amountFen} /> },
    { key: 'stage', header: '状态', render: (row) => <PaymentBadge payment={row} /> },
    {
      key: 'at',
      header: '时间',
      render: (row) => <span className="num">{(row.paidAt ?? row.createdAt).slice(0, 16)}</span>,
    },
  ]
}
