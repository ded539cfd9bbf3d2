import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { ChartBadge, DueBadge } from '../chart-badge.tsx'
import type { ChartItem } from '../contract.ts'
import { chartIndex, controlChartList } from '../list-contract.ts'
import { limitsText, withUnit } from '../rules.ts'
import { ChartDialog } from './chart-dialog.tsx'

export const meta = () => [{ title: '质控图 · 明析科测后台' }]

export default function ControlCharts() {
  const { may } = useStaff()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title="质控图"
        sub="定期测量标准物质，按 Westgard 规则判断仪器是否在控"
        actions={
          <span className="cluster">
            <SmartLink to="/console/control-charts/measurements">全部测量</SmartLink>
            {may('controlChart.edit') && (
              <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                建立质控图
              </Button>
            )}
          </span>
        }
      />
      <IndexList
        index={chartIndex}
        call={controlChartList}
        looks={looks}
        empty={
          <EmptyState title="没有质控图" icon="activity">
            为仪器选定一种标准物质和一个参考量，按间隔登记测量，失控时会提醒。
          </EmptyState>
        }
      />
      {adding && (
        <ChartDialog
          onClose={() => setAdding(false)}
          onSaved={(id) => void navigate(`/console/control-charts/${id}`)}
        />
      )}
    </div>
  )
}

const looks: IndexListProps<ChartItem, keyof typeof chartIndex.fields>['looks'] = {
  quantity: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/control-charts/${row.id}`}>{row.quantity}</SmartLink>,
  },
  instrument: { line: 2 },
  limits: {
    align: 'end',
    render: (row) => <span className="num">{row.limits ? withUnit(limitsText(row.limits), row.unit) : '—'}</span>,
  },
  state: { line: 1, render: (row) => <ChartBadge state={row.state} /> },
  due: {
    line: 2,
    render: (row) => (
      <span className="cluster">
        <span className="num">{minuteText(row.dueAt)}</span>
        {row.due !== 'ok' && <DueBadge due={row.due} />}
      </span>
    ),
  },
}
