import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { bulkVerb } from '../../list-page/bulk-run.tsx'
import { IndexList, type IndexListProps } from '../../list-page/index-list.tsx'
import { useStaff } from '../../staff/me.tsx'
import { staffFaultMark } from '../contract.ts'
import { faultIndex, type ListedFault, staffFaultList } from '../list-contract.ts'
import css from './faults.module.css'
import { FaultStateBadge } from './state-badge.tsx'

export const meta = () => [{ title: '错误报告 · 明析科测后台' }]

/** Unexpected errors of server and browsers, one row for all that are the same. */
export default function ConsoleFaults() {
  const { may } = useStaff()
  return (
    <div className="stack">
      <PageHeader
        crumbs={[{ label: '系统状态', to: '/console/health' }, { label: '错误报告' }]}
        title="错误报告"
        sub="接口、页面、后台任务和浏览器中没有预料到的错误；相同的合为一条。客户报来的问题编号可在此搜索"
      />
      <IndexList
        index={faultIndex}
        call={staffFaultList}
        looks={looks}
        bulk={may('fault.mark') ? [resolveMany, ignoreMany] : []}
        refetchSeconds={60}
        empty={
          <EmptyState title="没有错误报告" icon="check" action={{ label: '查看系统状态', to: '/console/health' }}>
            程序出错时会自动记录在这里，并发出告警。
          </EmptyState>
        }
      />
    </div>
  )
}

const looks: IndexListProps<ListedFault, keyof typeof faultIndex.fields>['looks'] = {
  what: {
    line: 1,
    rowHeader: true,
    render: (row) => (
      <SmartLink to={`/console/faults/${row.id}`} className={css.code}>
        {row.what}
      </SmartLink>
    ),
  },
  place: { line: 2, render: (row) => <code className={css.code}>{row.place}</code> },
  state: {
    line: 1,
    render: (row) => <FaultStateBadge fault={row} />,
  },
  times: { line: 2 },
  release: { render: (row) => <StageBadge>{row.lastRelease.split('+', 1)[0]}</StageBadge> },
}

const resolveMany = bulkVerb(staffFaultMark, (row: ListedFault) => ({ id: row.id, state: 'resolved' as const }), {
  label: '标为已解决',
  text: (count) => `把 ${count} 条错误报告标为已解决。在本版本或更新的版本再次出现时会重新打开并告警。`,
})

const ignoreMany = bulkVerb(staffFaultMark, (row: ListedFault) => ({ id: row.id, state: 'ignored' as const }), {
  label: '忽略',
  text: (count) => `忽略 ${count} 条错误报告。以后只计次数，不再告警。`,
})
