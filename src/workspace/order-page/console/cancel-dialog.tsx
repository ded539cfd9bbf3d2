import { useAct } from '../../../platform/client/use-call.ts'
import { formatFen } from '../../../platform/money.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffOrderCancel, type StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import { orderReads } from './order-reads.ts'

/** Cancels an order before it is done. A fee is taken from the prepayment, or becomes a debt of an order on credit. */
export function CancelDialog({ order, open, onClose }: { order: StaffOrder; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="取消订单" size="s">
      <CancelForm order={order} onClose={onClose} />
    </Dialog>
  )
}

function CancelForm({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const onCredit = order.group === 'institute' && order.feeLimitFen > 0
  const act = useAct(staffOrderCancel, { refreshes: orderReads })
  const form = useZodForm({
    schema: staffOrderCancel.input,
    initial: { orderNo: order.orderNo, version: order.version, feeFen: 0 },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success('订单已取消')
      onClose()
    },
  })
  return (
    <Form form={form}>
      <p>
        取消后订单结束，预留的信用额度释放。
        {order.prepaidFen > 0 && '已预付的金额扣除取消费后退回客户的预存款。'}
        {onCredit && '取消费转入客户的未结算费用，从信用额度中占用。'}此操作不能撤销。
      </p>
      <Field label="取消原因" of={form.at('reason')} required hint="客户会看到">
        <TextArea rows={3} maxLength={200} />
      </Field>
      {order.feeLimitFen > 0 && (
        <Field
          label="取消费"
          of={form.at('feeFen')}
          required
          hint={`${onCredit ? '最多为预占的' : '从已预付的'} ${formatFen(order.feeLimitFen)}${onCredit ? '' : ' 中扣除'}，不收则填 0；客户会看到`}
        >
          <MoneyInput />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          取消订单
        </Button>
      </FormActions>
    </Form>
  )
}
