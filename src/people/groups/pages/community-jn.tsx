import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { clusterJoined } from '../contract.ts'
import { FindGroup, JoinByCode } from './find-group.tsx'
import { MembershipCard } from './membership-card.tsx'
import css from './groups.module.css'

export const meta = () => [{ title: '我的课题组 · 明析科测' }]

const parts = ['joined', 'invited', 'applied', 'ended'] as const
const labels = { joined: '已加入', invited: '收到的邀请', applied: '我的申请', ended: '历史' }
const empty = {
  joined: { title: '您还没有加入课题组', text: '加入后，下单时可选择由课题组付款。' },
  invited: { title: '没有待答复的邀请', text: '课题组用您的手机号发出的邀请会出现在这里。' },
  applied: { title: '没有等待处理的申请', text: '搜索课题组并申请加入，由课题组通过。' },
  ended: { title: '没有历史记录', text: '退出、移除和拒绝的记录会留在这里。' },
}

/** The groups to which the person belongs, wants to belong or is invited. */
export default function CommunityJoinPage() {
  const address = useAddress()
  const part = address.oneOf('part', parts)
  const code = address.get('code')
  const list = useCall(clusterJoined, { part, page: address.page }, { alwaysAsk: true })
  const invited = useCall(clusterJoined, { part: 'invited' })
  const applied = useCall(clusterJoined, { part: 'applied' })
  const [finding, setFinding] = useState(false)
  const navigate = useNavigate()
  const waiting: Partial<Record<(typeof parts)[number], number | undefined>> = {
    invited: invited.data?.total,
    applied: applied.data?.total,
  }
  return (
    <div className="stack">
      <PageHeader
        title="我的课题组"
        sub="由课题组付款的订单计入课题组，您只看到自己的订单"
        actions={
          <Button variant="primary" icon="search" onClick={() => setFinding(true)}>
            申请加入
          </Button>
        }
      />
      {code && <JoinByCode code={code} />}
      <LinkTabs
        label="课题组"
        tabs={parts.map((key) => ({
          to: address.href({ part: key }),
          label: labels[key],
          current: key === part,
          ...(waiting[key] ? { count: waiting[key] } : {}),
        }))}
      />
      <Loaded of={list}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState
              title={empty[part].title}
              icon="group"
              {...(part === 'joined' || part === 'applied'
                ? { action: { label: '申请加入课题组', onClick: () => setFinding(true) } }
                : {})}
            >
              {empty[part].text}
            </EmptyState>
          ) : (
            <>
              <Paged
                rows={data.list.length}
                page={data.page}
                pageCount={Math.ceil(data.total / data.size)}
                href={(page) => address.href({ page })}
              >
                <ul role="list" className={css.list}>
                  {data.list.map((membership) => (
                    <MembershipCard key={membership.memberId} membership={membership} />
                  ))}
                </ul>
              </Paged>
            </>
          )
        }
      </Loaded>
      {finding && (
        <FindGroup
          onClose={() => setFinding(false)}
          onApplied={() => void navigate(address.href({ part: 'applied' }))}
        />
      )}
    </div>
  )
}
