import { useState } from 'react'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { ContractFacts } from '../contract-facts.tsx'
import { contractLifecycle } from '../rules.ts'
import { staffContractDetail, staffContractSeal, staffContractSendBack, staffContractVoid } from '../contract.ts'

import { staffContractList } from '../list-contract.ts'

const stale = [staffContractList, staffContractDetail]

type Asking = 'seal' | 'sendBack' | 'void'

/** One contract, with the actions of staff. */
export function StaffContractDialog({ contractNo, onClose }: { contractNo: string; onClose: () => void }) {
  const { data, error, refetch, isFetching } = useCall(staffContractDetail, { contractNo })
  const { may } = useStaff()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const { submit: seal } = useAct(staffContractSeal, { refreshes: stale })
  const { submit: sendBack } = useAct(staffContractSendBack, { refreshes: stale })
  const { submit: voidIt } = useAct(staffContractVoid, { refreshes: stale })
  const canSeal = data?.stage === 'to_seal' && may('contract.seal')
  const voidable: readonly string[] = contractLifecycle.transitions.void.from
  const canVoid = data !== undefined && voidable.includes(data.stage) && may('contract.void')
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={`合同 ${contractNo}`}
        size="l"
        footer={
          <>
            {canVoid && <Button onClick={() => setAsking('void')}>作废</Button>}
            {canSeal && <Button onClick={() => setAsking('sendBack')}>退回重签</Button>}
            {canSeal && (
              <Button variant="primary" onClick={() => setAsking('seal')}>
                盖章生效
              </Button>
            )}
          </>
        }
      >
        {data ? (
          <ContractFacts contract={data} as="staff" />
        ) : error ? (
          <ErrorState onRetry={() => void refetch()} busy={isFetching}>
            {error.message}
          </ErrorState>
        ) : (
          <Skeleton lines={6} />
        )}
      </Dialog>
      <ConfirmDialog
        open={asking === 'seal'}
        onClose={close}
        title="盖章生效"
        confirmLabel="盖章"
        onConfirm={async () => {
          await seal({ contractNo })
          toast.success('合同已生效，等待客户预付')
        }}
      >
        盖章后合同生效，订单进入待预付，客户会收到通知。此操作不能撤销。
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'sendBack'}
        onClose={close}
        title="退回重签"
        confirmLabel="退回"
        reason={{ label: '退回原因', required: true }}
        onConfirm={async ({ reason }) => {
          await sendBack({ contractNo, reason })
          toast.success('已退回客户重新签署')
        }}
      >
        客户会看到原因，并重新签署。
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'void'}
        onClose={close}
        title="作废合同"
        confirmLabel="作废"
        danger
        reason={{ label: '作废原因', required: true }}
        onConfirm={async ({ reason }) => {
          await voidIt({ contractNo, reason })
          toast.success('合同已作废')
        }}
      >
        作废后可以为同一订单重新拟定。此操作不能撤销。
      </ConfirmDialog>
    </>
  )
}
