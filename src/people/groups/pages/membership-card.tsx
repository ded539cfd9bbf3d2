import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { StageBadge, Tag, type Tone } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import {
  clusterAgree,
  clusterLeave,
  clusterRefuse,
  clusterTakeBack,
  clusterTransferAnswer,
  type OwnMembership,
} from '../contract.ts'
import { leaveText, managerDuties, type MemberStage } from '../rules.ts'
import { groupReads } from './group-form.tsx'
import { LimitTexts } from './member-list.tsx'
import css from './groups.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

const tones: Record<MemberStage, Tone> = {
  applied: 'work',
  invited: 'work',
  joined: 'ok',
  refused: 'neutral',
  removed: 'neutral',
  left: 'neutral',
}

/** What happened at the time of the card. */
const since: Record<MemberStage, string> = {
  applied: '申请',
  invited: '邀请',
  joined: '加入',
  refused: '拒绝',
  removed: '移出',
  left: '退出',
}

/** A membership, an application or an invitation of the person, with what they can do now. */
export function MembershipCard({ membership }: { membership: OwnMembership }) {
  const { name, unit, ownerName, role, roleLabel, stage, stageLabel, at, message, reason } = membership
  return (
    <Card as="li">
      <div className="stack">
        <div className="cluster">
          <h2>{name}</h2>
          <StageBadge tone={tones[stage]}>{stageLabel}</StageBadge>
          {stage === 'joined' && <Tag>{roleLabel}</Tag>}
          {stage === 'invited' && <Tag>邀请您担任{roleLabel}</Tag>}
          {stage === 'joined' && !membership.verified && <Tag tone="warn">{membership.groupStageLabel}</Tag>}
        </div>
        <p className={css.facts}>
          <span>{unit}</span>
          {ownerName && <span>所有者 {ownerName}</span>}
          <span>
            <span className="num">{minuteText(at)}</span> {since[stage]}
          </span>
          {message && <span>申请说明：{message}</span>}
          {reason && <span>原因：{reason}</span>}
        </p>
        {stage === 'invited' && role === 'manager' && <p>{managerDuties}</p>}
        {(stage === 'joined' || stage === 'invited') && (
          <p>
            {stage === 'joined' && (
              <>
                本月已用 <Money fen={membership.usedFen} />
                {' · '}
              </>
            )}
            <LimitTexts of={membership} />
          </p>
        )}
        {membership.factorFirst && stage !== 'applied' && (
          <p role="status">
            该课题组要求开启两步验证：到<SmartLink to="/member/information">我的资料</SmartLink>
            开启后，才能由课题组付款下单。
          </p>
        )}
        {membership.offered && <Offer membership={membership} />}
        <Next membership={membership} />
      </div>
    </Card>
  )
}

function Offer({ membership: { groupNo, name, ownerName } }: { membership: OwnMembership }) {
  const [open, setOpen] = useState(false)
  const answer = useAct(clusterTransferAnswer, { refreshes: groupReads })
  return (
    <div role="status" className="cluster">
      <span>{ownerName} 请您接收这个课题组</span>
      <Button size="s" variant="primary" onClick={() => setOpen(true)}>
        同意接收
      </Button>
      <Button
        size="s"
        busy={answer.busy}
        onClick={async () => {
          if (await answer.run({ groupNo, agree: false })) toast.success('已拒绝接收')
        }}
      >
        拒绝接收
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await answer.submit({ groupNo, agree: true })
          toast.success('您现在是课题组所有者')
        }}
        title={`接收「${name}」`}
        confirmLabel="同意接收"
      >
        <p>接收后您是所有者，对课题组的订单、余额与欠款负责，原所有者成为管理员。</p>
      </ConfirmDialog>
    </div>
  )
}

function Next({ membership }: { membership: OwnMembership }) {
  const { memberId, name, stage, role } = membership
  const [open, setOpen] = useState<'agree' | 'refuse' | 'leave'>()
  const close = () => setOpen(undefined)
  const agree = useAct(clusterAgree, { refreshes: groupReads, onDone: () => toast.success(`已加入「${name}」`) })
  const refuse = useAct(clusterRefuse, { refreshes: groupReads, onDone: () => toast.success('已拒绝邀请') })
  const takeBack = useAct(clusterTakeBack, { refreshes: groupReads, onDone: () => toast.success('申请已撤回') })
  const leave = useAct(clusterLeave, { refreshes: groupReads, onDone: () => toast.success('已退出课题组') })
  if (stage === 'applied')
    return (
      <div>
        <Button busy={takeBack.busy} onClick={() => void takeBack.run({ memberId })}>
          撤回申请
        </Button>
      </div>
    )
  if (stage === 'invited')
    return (
      <div className="cluster">
        <Button variant="primary" busy={agree.busy} onClick={() => void agree.run({ memberId })}>
          同意加入
        </Button>
        <Button onClick={() => setOpen('refuse')}>拒绝</Button>
        <ConfirmDialog
          open={open === 'refuse'}
          onClose={close}
          onConfirm={({ reason }) => refuse.submit({ memberId, reason })}
          title={`拒绝「${name}」的邀请`}
          confirmLabel="拒绝"
          reason={{ label: '原因（对方可见）', maxLength: 100 }}
        />
      </div>
    )
  if (stage !== 'joined' || role === 'owner') return null
  return (
    <div>
      <Button variant="quiet" onClick={() => setOpen('leave')}>
        退出课题组
      </Button>
      <ConfirmDialog
        open={open === 'leave'}
        onClose={close}
        onConfirm={() => leave.submit({ memberId })}
        title={`退出「${name}」`}
        confirmLabel="退出"
        danger
      >
        <p>{leaveText('您')}</p>
      </ConfirmDialog>
    </div>
  )
}
