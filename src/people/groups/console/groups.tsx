import { unfitFor } from '../../../core/list-page/bulk-rules.ts'
import { bulkVerb } from '../../../core/list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { groupIndex, type StaffGroup, staffGroupList } from '../list-contract.ts'
import { staffGroupRefuse, staffGroupVerify } from '../staff-contract.ts'
import { stageTones } from '../stage-tones.ts'
import { groupLifecycle } from '../rules.ts'

export const meta = () => [{ title: '课题组 · 明析科测' }]

const verify = bulkVerb<StaffGroup, typeof staffGroupVerify>(
  staffGroupVerify,
  ({ groupNo, version }) => ({ groupNo, version }),
  {
    label: '通过核验',
    unfit: unfitFor(groupLifecycle, 'verify'),
    text: (count) =>
      `通过 ${count} 个课题组的核验，按设置开通信用额度；请先逐一核对单位与所有者。之后变化过或不在待核验状态的会被拒绝。`,
  },
)

const refuse = bulkVerb<StaffGroup, typeof staffGroupRefuse>(
  staffGroupRefuse,
  ({ groupNo, version }, reason) => ({ groupNo, version, reason }),
  {
    label: '不予通过',
    unfit: unfitFor(groupLifecycle, 'refuse'),
    danger: true,
    reason: '原因（所有者可见）',
    text: (count) => `退回 ${count} 个课题组，所有者会看到原因，修改后可重新提交。`,
  },
)

export default function ConsoleGroups() {
  const { may } = useStaff()
  return (
    <div className="stack">
      <PageHeader title="课题组" sub="核验单位后，成员可由课题组付款下单；通过时按设置开通信用额度" />
      <IndexList
        index={groupIndex}
        call={staffGroupList}
        looks={looks}
        bulk={[...(may('group.verify') ? [verify] : []), ...(may('group.refuse') ? [refuse] : [])]}
        empty={<EmptyState title="没有课题组" icon="group" />}
      />
    </div>
  )
}

const looks: IndexListProps<StaffGroup, keyof typeof groupIndex.fields>['looks'] = {
  name: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/groups/${row.groupNo}`}>{row.name}</SmartLink>,
  },
  stage: { line: 1, render: (row) => <StageBadge tone={stageTones[row.stage]}>{row.stageLabel}</StageBadge> },
  unit: { line: 2 },
  owner: { line: 2 },
}
