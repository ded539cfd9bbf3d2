import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { clusterTransferCancel, type GroupDetail } from '../contract.ts'
import { stageTones } from '../stage-tones.ts'
import { DissolveDialog } from './dissolve-dialog.tsx'
import { FactorDemand } from './factor-demand.tsx'
import { GroupForm, groupReads } from './group-form.tsx'
import { InviteDialog } from './invite-dialog.tsx'

/** What the group is and what its owner and managers can do with it. */
export function GroupHead({ group }: { group: GroupDetail }) {
  const [open, setOpen] = useState<'edit' | 'invite' | 'dissolve'>()
  const close = () => setOpen(undefined)
  const { groupNo, name } = group
  const isOwner = group.role === 'owner'
  const takeBack = useAct(clusterTransferCancel, { refreshes: groupReads, onDone: () => toast.success('已撤回转让') })
  return (
    <Card>
      <div className="stack">
        <div className="cluster">
          <h2>{name}</h2>
          <StageBadge tone={stageTones[group.stage]}>{group.stageLabel}</StageBadge>
          <Tag>我是{group.roleLabel}</Tag>
        </div>
        <p>
          {group.unit} · {group.kindLabel} · <span className="num">{groupNo}</span>
        </p>
        {group.stage === 'pending' && <p>客户经理正在核验单位，通过后成员即可由课题组付款下单；现在就可以邀请成员。</p>}
        {group.stage === 'refused' && (
          <p role="status">
            未通过核验：{group.refuseReason}
            {isOwner && '。修改后会重新提交。'}
          </p>
        )}
        {group.transfer && (
          <p role="status" className="cluster">
            已请 {group.transfer.memberName} 接收课题组，等待对方同意
            {isOwner && (
              <Button size="s" busy={takeBack.busy} onClick={() => void takeBack.run({ groupNo })}>
                撤回转让
              </Button>
            )}
          </p>
        )}
        <FactorDemand group={group} />
        <div className="cluster">
          <Button variant="primary" icon="plus" onClick={() => setOpen('invite')}>
            邀请成员
          </Button>
          {isOwner && (
            <Button icon="edit" onClick={() => setOpen('edit')}>
              {group.stage === 'refused' ? '修改并重新提交' : '修改'}
            </Button>
          )}
          {isOwner && (
            <Button variant="quiet" onClick={() => setOpen('dissolve')}>
              解散课题组
            </Button>
          )}
        </div>
      </div>
      {open === 'edit' && <GroupForm group={group} onClose={close} />}
      {open === 'invite' && <InviteDialog group={group} onClose={close} />}
      {open === 'dissolve' && <DissolveDialog group={group} onClose={close} />}
    </Card>
  )
}
