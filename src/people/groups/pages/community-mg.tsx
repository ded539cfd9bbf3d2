import { useState } from 'react'
import { ApiError } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { type Address, useAddress } from '../../../ui/tables/use-address.ts'
import { clusterAll, clusterDetail } from '../contract.ts'
import { FactorFirst } from './factor-demand.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupHead } from './group-head.tsx'
import { MemberList } from './member-list.tsx'

export const meta = () => [{ title: '课题组管理 · 明析科测' }]

/** The groups that the person owns or manages: members, roles, limits, applications and invitations. */
export default function CommunityManagePage() {
  const address = useAddress()
  const list = useCall(clusterAll, {})
  const [founding, setFounding] = useState(false)
  const chosen = address.get('group') || list.data?.list[0]?.groupNo
  return (
    <div className="stack">
      <PageHeader
        title="课题组管理"
        sub="成员下单由课题组统一付款；可为每位成员设置额度与审批金额"
        actions={
          <Button variant="primary" icon="plus" onClick={() => setFounding(true)}>
            创建课题组
          </Button>
        }
      />
      <Loaded of={list}>
        {(data) =>
          data.total === 0 ? (
            <EmptyState
              title="您还没有管理的课题组"
              icon="group"
              action={{ label: '创建课题组', onClick: () => setFounding(true) }}
            >
              创建后提交单位核验，通过后即可邀请成员并统一付款。
            </EmptyState>
          ) : (
            <>
              {data.total > 1 && (
                <LinkTabs
                  label="我管理的课题组"
                  tabs={data.list.map(({ groupNo, name, appliedCount }) => ({
                    to: address.href({ group: groupNo, part: '' }),
                    label: name,
                    current: groupNo === chosen,
                    ...(appliedCount > 0 ? { count: appliedCount } : {}),
                  }))}
                />
              )}
              {chosen && <Group key={chosen} groupNo={chosen} address={address} />}
            </>
          )
        }
      </Loaded>
      {founding && <GroupForm onClose={() => setFounding(false)} />}
    </div>
  )
}

function Group({ groupNo, address }: { groupNo: string; address: Address }) {
  const detail = useCall(clusterDetail, { groupNo })
  if (detail.error instanceof ApiError && detail.error.error === 'factorFirst') return <FactorFirst />
  return (
    <Loaded of={detail}>
      {(group) => (
        <>
          <GroupHead group={group} />
          <MemberList group={group} address={address} />
        </>
      )}
    </Loaded>
  )
}
