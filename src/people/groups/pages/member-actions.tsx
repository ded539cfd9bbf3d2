import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Menu } from '../../../ui/feedback/menu.tsx'
import { Icon } from '../../../ui/text/icon.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  clusterDelete4user,
  clusterMembers,
  clusterRefuse,
  clusterSetRole,
  clusterTransfer,
  type MemberView,
  type GroupDetail,
} from '../contract.ts'
import { leaveText, managerDuties } from '../rules.ts'
import { groupReads } from './group-form.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

const refreshes = [...groupReads, clusterMembers]

/** What the owner or a manager can do with a member, an application or an invitation. */
export function MemberActions({ member, group }: { member: MemberView; group: GroupDetail }) {
  if (member.stage === 'applied') return <Applied member={member} />
  if (member.stage === 'invited') return member.mayChange ? <Invited member={member} /> : null
  return member.mayChange ? <Joined member={member} group={group} /> : null
}

const nameOf = ({ name, phone }: MemberView) => name || phone

function Applied({ member }: { member: MemberView }) {
  const [open, setOpen] = useState<'approve' | 'refuse'>()
  const close = () => setOpen(undefined)
  const { memberId } = member
  const reject = useAct(clusterRefuse, { refreshes, onDone: () => toast.success('已拒绝申请') })
  return (
    <span className="cluster">
      <Button size="s" variant="primary" onClick={() => setOpen('approve')}>
        通过
      </Button>
      <Button size="s" onClick={() => setOpen('refuse')}>
        拒绝
      </Button>
      {open === 'approve' && <LimitsDialog member={member} onClose={close} />}
      <ConfirmDialog
        open={open === 'refuse'}
        onClose={close}
        onConfirm={({ reason }) => reject.submit({ memberId, reason })}
        title={`拒绝 ${nameOf(member)} 的申请`}
        confirmLabel="拒绝"
        reason={{ label: '原因（对方可见）', maxLength: 100 }}
      />
    </span>
  )
}

function Invited({ member }: { member: MemberView }) {
  const takeBack = useAct(clusterDelete4user, { refreshes, onDone: () => toast.success('邀请已撤回') })
  return (
    <Button size="s" busy={takeBack.busy} onClick={() => void takeBack.run({ memberId: member.memberId })}>
      撤回邀请
    </Button>
  )
}

function Joined({ member, group }: { member: MemberView; group: GroupDetail }) {
  const [open, setOpen] = useState<'limits' | 'role' | 'transfer' | 'remove'>()
  const close = () => setOpen(undefined)
  const { memberId } = member
  const name = nameOf(member)
  const isOwner = group.role === 'owner'
  const other = member.role === 'manager' ? 'member' : 'manager'
  const setRole = useAct(clusterSetRole, { refreshes, onDone: () => toast.success('角色已变更') })
  const offer = useAct(clusterTransfer, { refreshes, onDone: () => toast.success('已请对方接收，同意后生效') })
  const remove = useAct(clusterDelete4user, { refreshes, onDone: () => toast.success('已移除') })
  return (
    <span className="cluster" style={{ flexWrap: 'nowrap' }}>
      <Button size="s" aria-label={`额度：${name}`} onClick={() => setOpen('limits')}>
        额度
      </Button>
      <Menu
        label={<Icon name="more" size={18} />}
        name={`更多操作：${name}`}
        chevron={false}
        floating
        items={[
          {
            label: other === 'manager' ? '设为管理员' : '改为成员',
            hidden: !isOwner,
            onClick: () => setOpen('role'),
          },
          { label: '转让课题组', hidden: !isOwner || group.transfer !== null, onClick: () => setOpen('transfer') },
          { label: '移除', danger: true, onClick: () => setOpen('remove') },
        ]}
      />
      {open === 'limits' && <LimitsDialog member={member} onClose={close} />}
      <ConfirmDialog
        open={open === 'role'}
        onClose={close}
        onConfirm={() => setRole.submit({ memberId, role: other })}
        title={other === 'manager' ? `设 ${name} 为管理员` : `改 ${name} 为成员`}
      >
        <p>{managerDuties}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'transfer'}
        onClose={close}
        onConfirm={() => offer.submit({ groupNo: group.groupNo, memberId })}
        title={`把课题组转让给 ${name}`}
        confirmLabel="请对方接收"
        danger
      >
        <p>对方同意后成为所有者，对课题组的订单、余额与欠款负责；您成为管理员。同意前可以撤回。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'remove'}
        onClose={close}
        onConfirm={({ reason }) => remove.submit({ memberId, reason })}
        title={`移除 ${name}`}
        confirmLabel="移除"
        danger
        reason={{ label: '原因（对方可见）', maxLength: 100 }}
      >
        <p>{leaveText('本人')}</p>
      </ConfirmDialog>
    </span>
  )
}
