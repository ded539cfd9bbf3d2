import { useState } from 'react'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps, type PageTabs } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { CustomerCell } from '../../../people/customers/customer-cell.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { CellNote } from '../../../ui/tables/cell-note.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type OrderToFix, staffFinalAmounts, staffOrdersToFix, toFixIndex } from '../amount-list-contract.ts'
import { staffFixAmount } from '../contract.ts'
import { staffSettlementList } from '../list-contract.ts'
import { needsReason, needsSecondPerson } from '../rules.ts'

const refreshes = [staffOrdersToFix, staffSettlementList, staffFinalAmounts]

/** Delivered orders whose final amount is to be fixed. */
export function ToFix({ tabs }: { tabs: PageTabs }) {
  const { may } = useStaff()
  const mayFix = may('settlement.fixAmount')
  const [fixing, setFixing] = useState<OrderToFix>()
  const close = () => setFixing(undefined)
  return (
    <IndexList
      index={toFixIndex}
      call={staffOrdersToFix}
      looks={looks}
      tabs={tabs}
      more={mayFix ? [fixColumn(setFixing)] : []}
      bulk={mayFix ? [fixAsAgreed] : []}
      refreshes={refreshes}
      empty={<EmptyState title="没有待核定金额的订单" icon="check" />}
      renderBeside={({ secondAbovePercent }) =>
        fixing && (
          <Dialog open onClose={close} title={`核定最终金额 ${fixing.orderNo}`}>
            <FixForm order={fixing} secondAbovePercent={secondAbovePercent} onClose={close} />
          </Dialog>
        )
      }
    />
  )
}

const looks: IndexListProps<OrderToFix, keyof typeof toFixIndex.fields>['looks'] = {
  no: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <span>
        <SmartLink to={`/console/orders/${row.orderNo}`} className="num">
          {row.orderNo}
        </SmartLink>{' '}
        {row.disputed && <StageBadge tone="warn">异议处理中</StageBadge>}
        {row.checking && <StageBadge tone="info">金额待复核</StageBadge>}
        {row.sentBack && <CellNote>{sentBackText(row.sentBack)}</CellNote>}
      </span>
    ),
  },
  customer: { line: 2, render: (row) => <CustomerCell {...row} /> },
  agreed: { line: 2 },
}

function sentBackText({ amountFen, reason, byName }: NonNullable<OrderToFix['sentBack']>): string {
  return `${byName} 退回了 ${formatFen(amountFen)}：${reason}`
}

function fixColumn(onFix: (order: OrderToFix) => void): Column<OrderToFix> {
  return {
    key: 'acts',
    line: 1,
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (row) =>
      !row.checking && (
        <Button size="s" variant="primary" aria-label={`核定 ${row.orderNo} 的金额`} onClick={() => onFix(row)}>
          核定
        </Button>
      ),
  }
}

const fixAsAgreed = bulkVerb<OrderToFix, typeof staffFixAmount>(
  staffFixAmount,
  ({ orderNo, agreedFen }) => ({ orderNo, finalFen: agreedFen as number, reason: '' }),
  {
    label: '按约定金额核定',
    unfit: ({ agreedFen }) => (agreedFen === null ? '没有约定金额，请逐单核定' : undefined),
    text: (count) => `把 ${count} 个订单的最终金额核定为约定金额。没有约定金额或金额待复核的订单会被拒绝，请逐单核定。`,
  },
)

interface FixProps {
  order: OrderToFix
  secondAbovePercent: number
  onClose: () => void
}

function FixForm({ order, secondAbovePercent, onClose }: FixProps) {
  const fix = useAct(staffFixAmount, { refreshes })
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
      {order.sentBack && <p role="note">{sentBackText(order.sentBack)}</p>}
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
