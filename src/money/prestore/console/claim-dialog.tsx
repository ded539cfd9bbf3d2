import { useAct } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type StaffClaim, transferConfirmMatch, transferReject, transferReturnMatch } from '../contract.ts'
import { bankList, staffTransferList } from '../list-contract.ts'
import { creditedText } from '../received/match-rules.ts'

export interface ClaimDecision {
  action: 'confirm' | 'return' | 'reject'
  row: StaffClaim
}

const refreshes = [staffTransferList, bankList]
const decisions: Record<ClaimDecision['action'], { label: string; reason?: string }> = {
  confirm: { label: '复核到账' },
  return: { label: '退回核销', reason: '退回原因' },
  reject: { label: '驳回申请', reason: '驳回原因' },
}

/** A decision about one claim: the second person's, or a rejection. */
export function ClaimDialog({ action, row, onClose }: ClaimDecision & { onClose: () => void }) {
  const confirm = useAct(transferConfirmMatch, {
    refreshes,
    onDone: (done) => toast.success(`已复核，${creditedText(done)}`),
  })
  const giveBack = useAct(transferReturnMatch, { refreshes, onDone: () => toast.success('已退回，流水可重新核销') })
  const reject = useAct(transferReject, { refreshes, onDone: () => toast.success('已驳回，客户会收到通知') })
  const target = { claimId: row.id, version: row.version }
  const act = {
    confirm: () => confirm.submit(target),
    return: (reason: string) => giveBack.submit({ ...target, reason }),
    reject: (reason: string) => reject.submit({ ...target, reason }),
  }[action]
  const { label, reason: asked } = decisions[action]
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={({ reason }) => act(reason)}
      title={label}
      confirmLabel={label}
      danger={action === 'reject'}
      reason={asked ? { label: asked, required: true } : undefined}
    >
      <p>
        {row.customerName} {row.customerPhone}，<Money fen={row.amountFen} />
        {row.bankLine && `，银行流水 ${row.bankLine.serial}（${row.bankLine.payer}）`}
      </p>
      {row.overrideReason && <p>流水的识别码或金额与申请不符，核销原因：{row.overrideReason}</p>}
    </ConfirmDialog>
  )
}
