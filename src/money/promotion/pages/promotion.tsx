import { useState } from 'react'
import { InviteLink } from '../../../people/invitations/invite-link.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { WithdrawalList } from '../../withdrawals/withdrawal-list.tsx'
import { WithdrawButton } from '../../withdrawals/withdraw-button.tsx'
import { promoterApplyCancel, promotionInit, promotionLeave } from '../contract.ts'
import { PromoterBadge } from '../promoter-badge.tsx'
import { ApplyCard } from './apply-card.tsx'
import { Rebates } from './rebates.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '推广合伙人 · 明析科测' }]

type Own = OutputOf<typeof promotionInit>

export default function PromotionPage() {
  const own = useCall(promotionInit, {})
  const stage = own.data?.application?.stage
  const wasActive = own.data?.application?.approvedAt != null
  return (
    <div className="stack">
      <PageHeader
        title="推广合伙人"
        sub="介绍新客户下单，按订单实付金额获得返利"
        badge={stage && <PromoterBadge stage={stage} />}
        actions={wasActive && <WithdrawButton source="rebate" note={own.data?.taxNote} />}
      />
      <Loaded of={own}>
        {(data) => (
          <>
            {wasActive || data.earnedFen > 0 ? <Partner own={data} /> : <Newcomer own={data} />}
            {data.rules.length > 0 && <Rules own={data} />}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** Before the first approval: what has been asked for, and the form. */
function Newcomer({ own }: { own: Own }) {
  const { application, open } = own
  if (application?.stage === 'pending') return <Waiting application={application} />
  if (!open)
    return (
      <EmptyState title="推广合伙人计划尚未开放" icon="users" action={{ label: '邀请好友', to: '/member/invite' }}>
        开放后可以在这里申请。您现在仍可以邀请好友。
      </EmptyState>
    )
  return (
    <>
      {application?.stage === 'rejected' && (
        <p role="status">上次申请未通过：{application.reason}。可以修改后重新提交。</p>
      )}
      <ApplyCard own={own} />
    </>
  )
}

function Waiting({ application }: { application: NonNullable<Own['application']> }) {
  const [open, setOpen] = useState(false)
  const cancel = useAct(promoterApplyCancel, {
    refreshes: [promotionInit],
    onDone: () => toast.success('申请已撤回'),
  })
  return (
    <Card
      title="申请正在审核"
      actions={
        <Button size="s" onClick={() => setOpen(true)}>
          撤回申请
        </Button>
      }
    >
      <p>
        您于 <span className="num">{minuteText(application.appliedAt)}</span> 提交申请，结果会通知您。推广方式：
        {application.plan}
      </p>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => cancel.submit({ id: application.id })}
        title="撤回申请"
        confirmLabel="撤回"
        danger
      >
        <p>撤回后可以随时重新申请。</p>
      </ConfirmDialog>
    </Card>
  )
}

function Partner({ own }: { own: Own }) {
  const { application } = own
  const stage = application?.stage
  return (
    <>
      {stage === 'suspended' && (
        <p role="status" style={{ color: 'var(--warn)' }}>
          推广资格已暂停（{application?.reason}）：期间不绑定新客户、不计返利，待结算的返利暂缓结算。
        </p>
      )}
      {stage === 'active' && <LinkCard own={own} />}
      <StatGrid>
        <Stat label="绑定客户" value={`${own.customers} 人`} />
        <Stat label="返利订单" value={`${own.orders} 单`} />
        <Stat label="待结算" value={<Money fen={own.pendingFen} />} />
        <Stat label="可提现" value={<Money fen={own.availableFen} />} />
        <Stat label="累计返利" value={<Money fen={own.earnedFen} />} />
        {own.owedFen > 0 && (
          <Stat label="待抵扣" value={<Money fen={own.owedFen} />} note="从之后的返利中扣除" tone="warn" />
        )}
      </StatGrid>
      <Rebates />
      <div className="stack">
        <h2 style={{ fontSize: 'var(--text-20)' }}>提现记录</h2>
        <WithdrawalList />
      </div>
      {stage !== 'active' && stage !== 'suspended' && own.open && stage !== 'pending' && <ApplyCard own={own} />}
      {stage === 'pending' && application && <Waiting application={application} />}
    </>
  )
}

function LinkCard({ own }: { own: Own }) {
  const [open, setOpen] = useState(false)
  const leave = useAct(promotionLeave, { refreshes: [promotionInit], onDone: () => toast.success('已退出推广') })
  return (
    <Card
      title="我的推广链接"
      actions={
        <Button size="s" variant="quiet" onClick={() => setOpen(true)}>
          退出推广
        </Button>
      }
    >
      <InviteLink code={own.code} path={own.link} />
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => leave.submit({})}
        title="退出推广"
        confirmLabel="退出推广"
        danger
      >
        <p>
          退出后不再绑定新客户，现有客户之后付款的订单不再计返利。待结算的 <Money fen={own.pendingFen} />{' '}
          仍按期结算，可提现的返利仍可提现。再次推广需要重新申请。
        </p>
      </ConfirmDialog>
    </Card>
  )
}

function Rules({ own }: { own: Own }) {
  return (
    <Card title="返利规则">
      <ol className="prose" style={{ paddingInlineStart: '1.5em' }}>
        {own.rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
        {own.taxNote && <li>{own.taxNote}</li>}
      </ol>
    </Card>
  )
}
