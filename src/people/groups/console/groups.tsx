import { IndexList, type IndexListProps } from '../../../ground/list-page/index-list.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StageBadge } from '../../../ui/tag.tsx'
import { groupIndex, type StaffGroup, staffGroupList } from '../list-contract.ts'
import { stageTones } from '../stage-tones.ts'

export const meta = () => [{ title: '课题组 · 明析科测' }]

export default function ConsoleGroups() {
  return (
    <div className="stack">
      <PageHeader title="课题组" sub="核验单位后，成员可由课题组付款下单；通过时按设置开通信用额度" />
      <IndexList
        index={groupIndex}
        call={staffGroupList}
        looks={looks}
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
