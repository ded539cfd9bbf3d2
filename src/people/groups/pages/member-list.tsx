import { useContext } from 'react'
import { useCall } from '../../../platform/client/use-call.ts'
import { Money } from '../../../ui/text/money.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import type { Address } from '../../../ui/tables/use-address.ts'
import { clusterMembers, type MemberView, type GroupDetail } from '../contract.ts'
import { ProjectPartsContext } from './project-parts.ts'
import { MemberActions } from './member-actions.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'

const parts = ['joined', 'applied', 'invited', 'ended'] as const
type Part = (typeof parts)[number]
const labels: Record<Part, string> = { joined: '成员', applied: '申请', invited: '邀请', ended: '历史' }
const empty: Record<Part, { title: string; text: string }> = {
  joined: { title: '还没有成员', text: '用手机号、链接或二维码邀请成员。' },
  applied: { title: '没有待处理的申请', text: '通过搜索或邀请链接申请加入的人会出现在这里。' },
  invited: { title: '没有待答复的邀请', text: '发出的邀请在对方答复前显示在这里。' },
  ended: { title: '没有历史记录', text: '已退出、已移除和已拒绝的记录会留在这里。' },
}

interface Row {
  member: MemberView
  group: GroupDetail
}

/** Members with limits and what they used this month; applications, invitations and what has ended. */
export function MemberList({ group, address }: { group: GroupDetail; address: Address }) {
  const part = address.oneOf('part', parts)
  const list = useCall(clusterMembers, { groupNo: group.groupNo, part, page: address.page })
  const counts: Record<Part, number> = {
    joined: group.memberCount,
    applied: group.appliedCount,
    invited: group.invitedCount,
    ended: group.endedCount,
  }
  const actions: Column<MemberView> = {
    key: 'do',
    header: <span className="visually-hidden">操作</span>,
    cardLabel: '',
    align: 'end',
    render: (member) => (
      <span className="cluster" style={{ justifyContent: 'flex-end' }}>
        <OrdersLink member={member} group={group} />
        {part !== 'ended' && <MemberActions member={member} group={group} />}
      </span>
    ),
  }
  return (
    <>
      <LinkTabs
        label="成员、申请与邀请"
        tabs={parts.map((key) => ({
          to: address.href({ group: group.groupNo, part: key }),
          label: labels[key],
          current: key === part,
          count: counts[key],
        }))}
      />
      {part === 'invited' && counts.invited > 0 && (
        <p>额度和角色在对方同意加入后可以修改；现在要改，请撤回邀请后重新邀请。</p>
      )}
      <PagedTable
        of={list}
        page={address.page}
        href={(page) => address.href({ page })}
        caption={labels[part]}
        columns={[...columnsOf(part, group), actions]}
        rowKey={(row) => String(row.memberId)}
        empty={
          <EmptyState title={empty[part].title} icon="users">
            {empty[part].text}
          </EmptyState>
        }
      />
    </>
  )
}

/** What the member ordered for the group. The tab then works in the name of the group, whose orders they are. */
function OrdersLink({ member: { customerId, name, phone }, group: { groupNo, stage } }: Row) {
  if (customerId === null || stage !== 'verified') return null
  return (
    <SmartLink to={`/member/oquery?member=${customerId}&account=${groupNo}`} aria-label={`${name || phone} 的订单`}>
      订单
    </SmartLink>
  )
}

function columnsOf(part: Part, { needsFactor }: GroupDetail): Column<MemberView>[] {
  const name: Column<MemberView> = {
    key: 'name',
    header: '姓名',
    rowHeader: true,
    render: (member) => (
      <span className="cluster">
        <span>{member.name || '—'}</span>
        <span className="num">{member.phone}</span>
        {member.isMe && <Tag>我</Tag>}
        {needsFactor && part === 'joined' && !member.hasFactor && <Tag tone="warn">未开启两步验证</Tag>}
      </span>
    ),
  }
  const role: Column<MemberView> = { key: 'role', header: '角色', render: (member) => member.roleLabel }
  const at: Column<MemberView> = {
    key: 'at',
    header: '时间',
    render: (member) => <span className="num">{minuteText(member.at)}</span>,
  }
  const stage: Column<MemberView> = {
    key: 'stage',
    header: '状态',
    render: (member) => <StageBadge>{member.stageLabel}</StageBadge>,
  }
  const message: Column<MemberView> = { key: 'message', header: '申请说明', render: (member) => member.message || '—' }
  const reason: Column<MemberView> = { key: 'reason', header: '原因', render: (member) => member.reason || '—' }
  const company: Column<MemberView> = { key: 'company', header: '单位', render: (member) => member.company || '—' }
  if (part === 'applied') return [name, company, message, at]
  if (part === 'invited') return [name, role, limits, at]
  if (part === 'ended') return [name, stage, reason, at]
  return [name, role, used, limits]
}

const used: Column<MemberView> = {
  key: 'used',
  header: '本月已用',
  align: 'end',
  render: (member) => <Money fen={member.usedFen} />,
}

const limits: Column<MemberView> = {
  key: 'limits',
  header: '额度与审批',
  render: (member) => <LimitTexts of={member} />,
}

/** The limits of a member in words, with what is used of the limits by project. */
export function LimitTexts({
  of,
}: {
  of: Pick<MemberView, 'role' | 'monthLimitFen' | 'approvalAboveFen' | 'projectLimits'>
}) {
  const { Names } = useContext(ProjectPartsContext)
  if (of.role === 'owner') return '不限'
  return (
    // One element, because a cell of a phone's card lays out its children side by side.
    <span>
      {of.monthLimitFen === null ? (
        '每月不限'
      ) : (
        <>
          每月 <Money fen={of.monthLimitFen} />
        </>
      )}
      {of.approvalAboveFen === 0 && ' · 每单需审批'}
      {of.approvalAboveFen !== null && of.approvalAboveFen > 0 && (
        <>
          {' · 超过 '}
          <Money fen={of.approvalAboveFen} /> 需审批
        </>
      )}
      <Names rids={of.projectLimits.map(({ rid }) => rid)}>
        {(nameOf) =>
          of.projectLimits.map(({ rid, limitFen, usedFen }) => (
            <span key={rid} style={{ display: 'block' }}>
              {nameOf(rid)} 每月 <Money fen={limitFen} />
              ，已用 <Money fen={usedFen} />
            </span>
          ))
        }
      </Names>
    </span>
  )
}
