import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { clusterDemandFactor, clusterMembers, type GroupDetail } from '../contract.ts'
import { groupReads } from './group-form.tsx'

/** Whether members need a second factor; the owner decides. */
export function FactorDemand({ group: { groupNo, needsFactor, role } }: { group: GroupDetail }) {
  const [open, setOpen] = useState(false)
  const demand = useAct(clusterDemandFactor, { refreshes: [...groupReads, clusterMembers] })
  const turn = async () => {
    await demand.submit({ groupNo, needsFactor: !needsFactor })
    toast.success(needsFactor ? '不再要求两步验证' : '已要求开启两步验证，未开启的成员会收到通知')
  }
  if (role !== 'owner' && !needsFactor) return null
  return (
    <div className="cluster">
      <span>{needsFactor ? '已要求成员开启两步验证' : '未要求成员开启两步验证'}</span>
      {role === 'owner' && (
        <Button size="s" onClick={() => setOpen(true)}>
          {needsFactor ? '取消要求' : '要求两步验证'}
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={turn}
        title={needsFactor ? '取消两步验证要求' : '要求成员开启两步验证'}
        confirmLabel={needsFactor ? '取消要求' : '要求开启'}
      >
        <p>
          {needsFactor
            ? '取消后，没有开启两步验证的成员也可以为课题组下单、以课题组身份操作。'
            : '没有开启的成员在开启之前不能为课题组下单，管理员也不能以课题组身份操作；已提交的订单照常进行，但同意新的报价也须先开启。您自己须已开启。'}
        </p>
      </ConfirmDialog>
    </div>
  )
}

/** Instead of a group that the person may not manage without a second factor. */
export function FactorFirst() {
  return (
    <EmptyState
      title="该课题组要求开启两步验证"
      icon="shield"
      action={{ label: '到我的资料中开启', to: '/member/information' }}
    >
      开启后即可继续管理课题组、为课题组下单。
    </EmptyState>
  )
}
