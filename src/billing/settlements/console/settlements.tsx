import { useState } from 'react'
import { groupNames } from '../../../people/customers/rules.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { bulkVerb } from '../../../ground/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, TabsBeside } from '../../../ground/list-page/index-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { MoneyInput, TextArea } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Column } from '../../../ui/table.tsx'
import { StageBadge } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { type OrderToFix, staffFinalAmounts, staffFixAmount, staffOrdersToFix } from '../contract.ts'
import { settlementIndex, type StaffSettlement, staffSettlementList, staffSettlementRemind } from '../list-contract.ts'
import { needsReason, needsSecondPerson } from '../rules.ts'
import { SettlementBadge } from '../settlement-card.tsx'
import { FinalAmounts } from './final-amounts.tsx'

export const meta = () => [{ title: '结算 · 明析科测' }]

const amountTabs = ['fix', 'checking', 'held'] as const
type Tab = (typeof amountTabs)[number] | keyof typeof settlementIndex.tabs
const tabs = [...amountTabs, ...Object.keys(settlementIndex.tabs)] as [Tab, ...Tab[]]
const PAGE_SIZE = 20

export default function ConsoleSettlements() {
  const address = useAddress()
  const tab = address.oneOf('tab', tabs)
  const toFix = useCall(staffOrdersToFix, { page: tab === 'fix' ? address.page : 1, size: PAGE_SIZE })
  const [fixing, setFixing] = useState<OrderToFix>()
  const { may } = useStaff()
  const inAmounts = amountTabs.some((key) => key === tab)
  const amounts = amountTabs.map((key) => ({
    to: `?tab=${key}`,
    label: { fix: '待核定金额', checking: '金额待复核', held: '已核定金额' }[key],
    current: key === tab,
    ...(key === 'fix' && toFix.data ? { count: toFix.data.total } : {}),
  }))
  return (
    <div className="stack">
      <PageHeader title="结算" sub="数据交付后由客户经理核定最终金额，客户据此结算付款" />
      {inAmounts && <TabsBeside index={settlementIndex} call={staffSettlementList} before={amounts} />}
      {tab === 'fix' ? (
        <PagedTable
          of={toFix}
          page={address.page}
          href={(page) => address.href({ page })}
          lines
          caption="待核定金额的订单"
          columns={orderColumns(may('settlement.fixAmount') ? setFixing : undefined)}
          rowKey={(row) => row.orderNo}
          empty={<EmptyState title="没有待核定金额的订单" icon="check" />}
        />
      ) : tab === 'checking' || tab === 'held' ? (
        <FinalAmounts key={tab} stage={tab} address={address} />
      ) : (
        <IndexList
          index={settlementIndex}
          call={staffSettlementList}
          looks={may('refund.make') ? looksWithRefund : looks}
          tabs={{ before: amounts }}
          bulk={may('settlement.remind') ? [remind] : []}
        />
      )}
      {fixing && (
        <Dialog open onClose={() => setFixing(undefined)} title={`核定最终金额 ${fixing.orderNo}`}>
          <FixForm
            order={fixing}
            secondAbovePercent={toFix.data?.secondAbovePercent ?? 100}
            onClose={() => setFixing(undefined)}
          />
        </Dialog>
      )}
    </div>
  )
}

function orderColumns(onFix: ((order: OrderToFix) => void) | undefined): Column<OrderToFix>[] {
  return [
    {
      key: 'order',
      line: 1,
      header: '订单',
      rowHeader: true,
      render: (row) => (
        <span>
          <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
            {row.orderNo}
          </SmartLink>{' '}
          {row.disputed && <StageBadge tone="warn">异议处理中</StageBadge>}
          {row.checking && <StageBadge tone="info">金额待复核</StageBadge>}
        </span>
      ),
    },
    { key: 'title', header: '项目', render: (row) => row.title },
    {
      key: 'customer',
      line: 2,
      header: '客户',
      render: (row) => <CustomerCell {...row} />,
    },
    { key: 'group', header: '类型', render: (row) => groupNames[row.group] },
    { key: 'samples', header: '样品', align: 'end', render: (row) => row.sampleCount },
    {
      key: 'delivered',
      header: '交付时间',
      render: (row) => <span className="num">{row.deliveredAt?.slice(0, 16) ?? '—'}</span>,
    },
    {
      key: 'agreed',
      line: 2,
      header: '约定金额',
      align: 'end',
      render: (row) => (row.agreedFen === null ? '—' : <Money fen={row.agreedFen} />),
    },
    {
      key: 'acts',
      line: 1,
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      align: 'end',
      render: (row) =>
        onFix &&
        !row.checking && (
          <Button size="s" variant="primary" aria-label={`核定 ${row.orderNo} 的金额`} onClick={() => onFix(row)}>
            核定
          </Button>
        ),
    },
  ]
}

interface FixProps {
  order: OrderToFix
  secondAbovePercent: number
  onClose: () => void
}

function FixForm({ order, secondAbovePercent, onClose }: FixProps) {
  const fix = useAct(staffFixAmount, { refreshes: [staffOrdersToFix, staffSettlementList, staffFinalAmounts] })
  const form = useZodForm({
    schema: staffFixAmount.input,
    initial: { orderNo: order.orderNo, finalFen: order.agreedFen ?? undefined, reason: '' },
    onSubmit: async (input) => {
      const { checking, openFen, refundedFen } = await fix.submit(input)
      toast.success(
        checking
          ? '已提交复核，由另一位同事确认后生效'
          : refundedFen > 0
            ? '金额已核定，余款已退回客户预存账户'
            : openFen > 0
              ? '金额已核定，已转入客户的未结算'
              : '金额已核定，无需补款',
      )
      onClose()
    },
  })
  const differs = form.values.finalFen !== undefined && needsReason(order.agreedFen, form.values.finalFen)
  const { finalFen } = form.values
  const second = finalFen !== undefined && needsSecondPerson(order.agreedFen, finalFen, secondAbovePercent)
  return (
    <Form form={form} aria-label="核定最终金额">
      <p>
        {order.title}，{order.sampleCount} 个样品，约定金额{' '}
        {order.agreedFen === null ? '未定' : <Money fen={order.agreedFen} />}。
        {order.discountFen > 0 && (
          <>
            客户使用了优惠券，约定优惠 <Money fen={order.discountFen} />
            ；请填写优惠前的最终金额，优惠按同一规则自动扣减。
          </>
        )}
        {order.group === 'institute' ? '核定后由预占额度转为应付。' : '核定后与预付款多退少补。'}
      </p>
      <Field
        label={order.discountFen > 0 ? '最终金额（优惠前）' : '最终金额'}
        of={form.at('finalFen')}
        required
        hint="付款前可以撤回重新核定，请对照实验记录确认"
      >
        <MoneyInput />
      </Field>
      <Field label="差异原因" of={form.at('reason')} required={differs} hint="与约定金额不同时必填，客户可见">
        <TextArea rows={3} maxLength={200} />
      </Field>
      {second && <p role="status">超过约定金额的 {secondAbovePercent}%，需另一位同事复核后生效。</p>}
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          核定金额
        </Button>
      </FormActions>
    </Form>
  )
}

const looks: IndexListProps<StaffSettlement, keyof typeof settlementIndex.fields>['looks'] = {
  no: { line: 1, rowHeader: true, render: (row) => <span className="num">{row.settlementNo}</span> },
  customer: {
    line: 2,
    render: (row) => <CustomerCell {...row} />,
  },
  orders: { render: (row) => <span className="num">{row.rows.map((each) => each.orderNo).join('、')}</span> },
  total: { line: 2 },
  due: { render: (row) => <span className="num">{row.dueAt.slice(0, 10)}</span> },
  stage: { line: 1, render: (row) => <SettlementBadge settlement={row} /> },
}

/** An order of a paid settlement is refunded on the page of refunds. */
const looksWithRefund: typeof looks = {
  ...looks,
  orders: {
    render: ({ stage, rows }) => (
      <span className="cluster num">
        {rows.map(({ orderNo }) =>
          stage === 'paid' ? (
            <span key={orderNo}>
              {orderNo}{' '}
              <SmartLink to={`/console/refunds?order=${encodeURIComponent(orderNo)}`} aria-label={`退款 ${orderNo}`}>
                退款
              </SmartLink>
            </span>
          ) : (
            <span key={orderNo}>{orderNo}</span>
          ),
        )}
      </span>
    ),
  },
}

const remind = bulkVerb<StaffSettlement, typeof staffSettlementRemind>(
  staffSettlementRemind,
  ({ settlementNo }) => ({ settlementNo }),
  {
    label: '提醒付款',
    text: (count) => `向 ${count} 张结算单的客户发送付款提醒（站内信、短信和邮件）。24 小时内提醒过的会被拒绝。`,
  },
)
