import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { useDelayed } from '../../../ui/feedback/use-delayed.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffPaymentList } from '../../payments/list-contract.ts'
import { staffPaymentDetail } from '../../payments/staff-contract.ts'
import { staffRefundableOrder, staffRefundToBalance, staffRefundToChannel } from '../contract.ts'
import { staffRefundList } from '../list-contract.ts'
import { type RefundStage, type RefundWay, refundWays } from '../rules.ts'

interface Props {
  way: RefundWay
  /** The payment or order that was chosen on another page; otherwise it is typed. */
  subjectNo: string
  onClose: () => void
}

/** Refunds a payment through its channel, or what was paid for an order to the balance. */
export function RefundDialog(props: Props) {
  return (
    <FormDialog open onClose={props.onClose} title={refundWays[props.way]} size="s">
      {props.way === 'channel' ? <ChannelForm {...props} /> : <BalanceForm {...props} />}
    </FormDialog>
  )
}

const said = (stage: RefundStage, done: string) =>
  toast.success(stage === 'checking' ? '已提交，由另一位同事复核后退款' : done)

function ChannelForm({ subjectNo, onClose }: Props) {
  const refund = useAct(staffRefundToChannel, { refreshes: [staffRefundList, staffPaymentList, staffPaymentDetail] })
  const form = useZodForm({
    schema: staffRefundToChannel.input,
    initial: { paymentNo: subjectNo },
    onSubmit: async (input) => {
      const { stage } = await refund.submit(input)
      said(stage, '已提交渠道，退款成功后通知客户')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="原路退回">
      <p>金额从客户的预存余额冻结，渠道退款成功后转出；失败自动退回余额。已用于订单的款项，请先退至余额。</p>
      <Field label="付款单号" of={form.at('paymentNo')} required>
        <TextInput autoComplete="off" />
      </Field>
      <PaymentFacts typed={form.values.paymentNo ?? ''} />
      <AmountFields at={(name) => form.at(name)} />
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          原路退回
        </Button>
      </FormActions>
    </Form>
  )
}

/** Whose payment the number belongs to, and what is left of it: a number that was typed may be another customer's. */
function PaymentFacts({ typed }: { typed: string }) {
  const paymentNo = paymentNoOf(typed)
  const settled = useDelayed(paymentNo)
  const { data } = useCall(staffPaymentDetail, { paymentNo: settled ?? '' }, { enabled: settled !== undefined })
  if (!data || data.payment.paymentNo !== paymentNo) return null
  const { payment } = data
  return (
    <p role="status">
      {payment.customerName} {payment.customerPhone}：付款 <Money fen={payment.amountFen} />
      ，已退 <Money fen={payment.refundedFen} />
      ，当前余额 <Money fen={payment.balanceFen} />
    </p>
  )
}

function BalanceForm({ subjectNo, onClose }: Props) {
  const refund = useAct(staffRefundToBalance, { refreshes: [staffRefundList] })
  const form = useZodForm({
    schema: staffRefundToBalance.input,
    initial: { orderNo: subjectNo },
    onSubmit: async (input) => {
      const { stage } = await refund.submit(input)
      said(stage, '已退至客户预存余额')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="退至预存余额">
      <p>订单费用付清后，可把全部或一部分退至客户的预存余额；订单的最终费用随之减少。</p>
      <Field label="订单号" of={form.at('orderNo')} required>
        <TextInput autoComplete="off" />
      </Field>
      <OrderFacts typed={form.values.orderNo ?? ''} />
      <AmountFields at={(name) => form.at(name)} />
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          退至余额
        </Button>
      </FormActions>
    </Form>
  )
}

/** Whose order the number belongs to, what can be refunded of it, and who gets the money. */
function OrderFacts({ typed }: { typed: string }) {
  const settled = useDelayed(staffRefundableOrder.input.safeParse({ orderNo: typed }).data?.orderNo)
  const { data, error } = useCall(staffRefundableOrder, { orderNo: settled ?? '' }, { enabled: settled !== undefined })
  if (error) return <p role="status">{error.message}</p>
  if (!data || data.orderNo !== settled) return null
  const { title, payer, refundableFen, invoicedFen, checkingFen, otherPayer } = data
  return (
    <div role="status">
      <p>
        {nameAndPhone(payer)}：{title}，{refundableFen === null ? '费用尚未付清，不能退款' : '可退 '}
        {refundableFen !== null && <Money fen={refundableFen} />}
      </p>
      {otherPayer && (
        <p>
          <Money fen={otherPayer.mostFen} /> 由 {nameAndPhone(otherPayer)} 付款，不超过该金额的退款退给此人
        </p>
      )}
      {invoicedFen > 0 && (
        <p>
          其中 <Money fen={invoicedFen} /> 已开票，退这部分之前须先红冲
        </p>
      )}
      {checkingFen > 0 && (
        <p>
          另有 <Money fen={checkingFen} /> 的退款待复核
        </p>
      )}
    </div>
  )
}

/** The account of a group has no phone. */
const nameAndPhone = ({ name, phone }: { name: string; phone: string }) => [name, phone].filter(Boolean).join(' ')

/** The number as the server reads it; undefined while it is not whole. */
function paymentNoOf(typed: string): string | undefined {
  return staffPaymentDetail.input.safeParse({ paymentNo: typed }).data?.paymentNo
}

/** What is refunded, typed twice, and why. */
function AmountFields({ at }: { at: (name: 'amountFen' | 'typedFen' | 'reason') => FieldState }) {
  return (
    <>
      <FormRow>
        <Field label="退款金额" of={at('amountFen')} required>
          <MoneyInput />
        </Field>
        <Field label="再次输入金额" of={at('typedFen')} required>
          <MoneyInput />
        </Field>
      </FormRow>
      <Field label="退款原因" of={at('reason')} required hint="客户可见">
        <TextArea rows={2} maxLength={80} />
      </Field>
    </>
  )
}
