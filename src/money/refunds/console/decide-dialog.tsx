import { useAct } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { yuanText } from '../../../ui/text/money-text.ts'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type StaffRefund, staffRefundConfirm, staffRefundDecline } from '../contract.ts'
import { staffRefundList } from '../list-contract.ts'

export interface RefundDecision {
  action: 'confirm' | 'decline'
  row: StaffRefund
}

const refreshes = [staffRefundList]
const confirmed = { channel: '已复核，退款已提交渠道', balance: '已复核，已退至客户预存余额' }

/** The second person's decision about a refund. */
export function DecideDialog({ action, row, onClose }: RefundDecision & { onClose: () => void }) {
  const confirm = useAct(staffRefundConfirm, { refreshes })
  const decline = useAct(staffRefundDecline, { refreshes })
  const { id, version, amountFen } = row
  const isConfirm = action === 'confirm'
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        if (isConfirm) await confirm.submit({ id, version, typedFen: amountFen })
        else await decline.submit({ id, version, reason })
        toast.success(isConfirm ? confirmed[row.way] : '已驳回，款项不变')
      }}
      title={`${isConfirm ? '复核退款' : '不予退款'} ${row.refundNo}`}
      confirmLabel={isConfirm ? '复核退款' : '不予退款'}
      danger={isConfirm}
      typed={isConfirm ? yuanText(amountFen) : undefined}
      reason={isConfirm ? undefined : { label: '原因', required: true }}
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={amountFen} />，{row.wayLabel}（{row.subjectNo}）。原因：
        {row.reason}
      </p>
      {!isConfirm && <p>客户会在退款记录中看到不予退款的原因。</p>}
    </ConfirmDialog>
  )
}
