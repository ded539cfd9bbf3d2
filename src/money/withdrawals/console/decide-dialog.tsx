import { useAct } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { yuanText } from '../../../ui/text/money-text.ts'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  staffWithdrawApprove,
  staffWithdrawConfirm,
  staffWithdrawReject,
  staffWithdrawSendBack,
  type StaffWithdrawal,
} from '../contract.ts'
import { staffWithdrawList } from '../list-contract.ts'

const decisions = {
  approve: { label: '审核通过', done: '已通过；大额由另一位同事复核后打款' },
  confirm: { label: '复核通过', done: '已复核，可以打款' },
  sendBack: { label: '退回审核', done: '已退回审核', reason: '退回原因' },
  reject: { label: '驳回提现', done: '已驳回，金额已退回客户账户', reason: '驳回原因' },
} as const

const refreshes = [staffWithdrawList]

interface Props {
  action: keyof typeof decisions
  row: StaffWithdrawal
  onClose: () => void
}

/** A decision about a withdrawal; the amount is typed where money is let go. */
export function DecideDialog({ action, row, onClose }: Props) {
  const approve = useAct(staffWithdrawApprove, { refreshes })
  const confirm = useAct(staffWithdrawConfirm, { refreshes })
  const sendBack = useAct(staffWithdrawSendBack, { refreshes })
  const reject = useAct(staffWithdrawReject, { refreshes })
  const { id, version, amountFen } = row
  const act = {
    approve: () => approve.submit({ id, version, amountFen }),
    confirm: () => confirm.submit({ id, version, amountFen }),
    sendBack: (reason: string) => sendBack.submit({ id, version, reason }),
    reject: (reason: string) => reject.submit({ id, version, reason }),
  }[action]
  const said: { label: string; done: string; reason?: string } = decisions[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={async ({ reason }) => {
        await act(reason)
        toast.success(said.done)
      }}
      title={`${said.label} ${row.withdrawalNo}`}
      confirmLabel={said.label}
      danger={action === 'reject'}
      typed={said.reason ? undefined : yuanText(amountFen)}
      reason={said.reason ? { label: said.reason, required: true } : undefined}
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={amountFen} />
        ，汇入 {row.holder}（{row.bank} {row.fullAccount}）。
      </p>
    </ConfirmDialog>
  )
}
