import { useAct } from '../../../platform/client/use-call.ts'
import { useState } from 'react'
import { cx } from '../../../ui/text/class-names.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { callList } from '../../notes/call-contract.ts'
import { callStages } from '../../../lab/orders/lists/queue-rules.ts'
import { DueIn } from '../../../lab/orders/order-stage.tsx'
import { staffOrderDetail, staffOrderLogCall, type StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import css from './order-page.module.css'

/** The call promised within two working hours of the samples' arrival: whom to call, the time left, and a button to record the call. */
export function CallCard({ order }: { order: StaffOrder }) {
  const [open, setOpen] = useState(false)
  const log = useAct(staffOrderLogCall, { refreshes: [staffOrderDetail, callList] })
  const mine = order.staffActions.includes('logCall') && (callStages as readonly string[]).includes(order.stage)
  const phone = order.contact.phone || order.customer.phone
  const late = order.stage === 'received' && order.next?.overdue
  return (
    <>
      {mine && order.callDueAt && (
        <section aria-label="待致电客户" className={cx(css.call, late && css.late)}>
          <p>
            <strong>致电客户确认样品与参数：</strong>
            {order.contact.name || order.customer.name} <SmartLink to={`tel:${phone}`}>{phone}</SmartLink>，
            <DueIn at={order.callDueAt} />
          </p>
          <Button variant="primary" icon="phone" onClick={() => setOpen(true)}>
            登记致电
          </Button>
        </section>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={async ({ reason }) => {
          await log.submit({ orderNo: order.orderNo, note: reason })
          toast.success('已登记致电')
        }}
        title="登记致电"
        confirmLabel="登记"
        reason={{ label: '通话记录', required: true, maxLength: 500 }}
      >
        写下与客户确认的内容。登记后不可修改。
      </ConfirmDialog>
    </>
  )
}
