import { useMemo, useState } from 'react'
import { useSite } from '../../../core/settings/site.tsx'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge, type Tone } from '../../../ui/text/tag.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { inviteInit, inviteList, inviteOrderDetail } from '../contract.ts'
import { InviteLink } from '../invite-link.tsx'
import { Poster } from '../poster.tsx'
import type { RewardState } from '../rules.ts'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '邀请好友 · 明析科测' }]

type Own = OutputOf<typeof inviteInit>
type Friend = OutputOf<typeof inviteList>['list'][number]

export default function InvitePage() {
  const own = useCall(inviteInit, {})
  return (
    <div className="stack">
      <PageHeader title="邀请好友" sub="把链接、二维码或海报发给好友，好友完成首单后双方得积分" />
      <Loaded of={own}>
        {(data) => (
          <>
            <Share own={data} />
            <StatGrid>
              <Stat label="已邀请" value={`${data.friends} 人`} />
              <Stat label="已奖励" value={`${data.rewarded} 人`} />
              <Stat label="获得积分" value={data.points} />
            </StatGrid>
            <Friends />
            <Rules rules={data.rules} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function Share({ own }: { own: Own }) {
  const siteName = useSite()?.settings.siteName ?? '明析科测'
  const [open, setOpen] = useState(false)
  const { name, headline, rules, link } = own
  const text = useMemo(
    () => ({ siteName, name, headline, rules, link: window.location.origin + link }),
    [siteName, name, headline, rules, link],
  )
  return (
    <Card title="我的邀请链接">
      <InviteLink code={own.code} path={own.link}>
        <Button icon="qr" onClick={() => setOpen(true)}>
          生成海报
        </Button>
      </InviteLink>
      <Dialog open={open} onClose={() => setOpen(false)} title="邀请海报" size="s" light>
        <Poster text={text} fileName={`邀请海报-${own.code}.png`} />
      </Dialog>
    </Card>
  )
}

function Rules({ rules }: { rules: readonly string[] }) {
  return (
    <Card title="奖励规则">
      {rules.length === 0 ? (
        <p>目前没有邀请奖励活动，链接仍然可以使用。</p>
      ) : (
        <ol className="prose" style={{ paddingInlineStart: '1.5em' }}>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const tones: Record<RewardState, Tone> = {
  none: 'neutral',
  waiting: 'work',
  given: 'ok',
  lost: 'danger',
  refused: 'neutral',
}

function RewardBadge({ friend }: { friend: Pick<Friend, 'state' | 'stateLabel' | 'flagged'> }) {
  if (friend.flagged) return <StageBadge tone="warn">待核实</StageBadge>
  return <StageBadge tone={tones[friend.state]}>{friend.stateLabel}</StageBadge>
}

function Friends() {
  const { page, href } = useAddress()
  const [open, setOpen] = useState<Friend>()
  const list = useCall(inviteList, { page, size: 20 })
  return (
    <div className="stack">
      <h2 style={{ fontSize: 'var(--text-20)' }}>我邀请的好友</h2>
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="我邀请的好友"
        rowKey={(row) => String(row.id)}
        columns={[
          {
            key: 'friend',
            header: '好友',
            rowHeader: true,
            render: (row) => (
              <span>
                {row.name} <span className="num">{row.phone}</span>
              </span>
            ),
          },
          {
            key: 'at',
            header: '注册时间',
            render: (row) => <span className="num">{shortDay(row.registeredAt)}</span>,
          },
          { key: 'state', header: '首单与奖励', render: (row) => <RewardBadge friend={row} /> },
          {
            key: 'points',
            header: '积分',
            align: 'end',
            render: (row) => <span className="num">{row.points > 0 ? `+${row.points}` : '—'}</span>,
          },
          {
            key: 'acts',
            header: <span className="visually-hidden">操作</span>,
            cardLabel: '',
            align: 'end',
            render: (row) => (
              <Button variant="quiet" size="s" aria-label={`${row.name} 的首单`} onClick={() => setOpen(row)}>
                首单
              </Button>
            ),
          },
        ]}
        empty={
          <EmptyState title="还没有邀请好友" icon="users">
            复制上面的链接或下载海报发给好友，好友注册后会出现在这里。
          </EmptyState>
        }
      />
      <Dialog open={open !== undefined} onClose={() => setOpen(undefined)} title="好友的首单" size="s" light>
        {open && <FirstOrder id={open.id} />}
      </Dialog>
    </div>
  )
}

function FirstOrder({ id }: { id: number }) {
  const detail = useCall(inviteOrderDetail, { id })
  return (
    <Loaded of={detail}>
      {(data) => (
        <DescriptionList
          single
          items={[
            { term: '好友', value: `${data.name} ${data.phone}` },
            { term: '注册时间', value: <span className="num">{minuteText(data.registeredAt)}</span> },
            ...(data.order
              ? [
                  { term: '订单', value: <span className="num">{data.order.orderNo}</span> },
                  { term: '服务', value: data.order.service },
                  { term: '下单日期', value: <span className="num">{data.order.placedOn}</span> },
                  { term: '付清日期', value: <span className="num">{data.order.paidOn ?? ''}</span> },
                ]
              : [{ term: '订单', value: '还没有付清的订单' }]),
            { term: '奖励', value: <RewardBadge friend={data} /> },
            ...(data.dueOn ? [{ term: '预计发放', value: <span className="num">{data.dueOn}</span> }] : []),
            ...(data.flagged
              ? [{ term: '说明', value: '注册设备与其他账号相同，需工作人员核实后才计奖励；如有疑问请联系客户经理。' }]
              : []),
          ]}
        />
      )}
    </Loaded>
  )
}
