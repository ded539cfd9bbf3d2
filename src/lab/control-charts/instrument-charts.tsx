import { useStaff } from '../../core/staff/me.tsx'
import { useCall } from '../../platform/client/use-call.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SmartLink } from '../../ui/text/link.tsx'
import { minuteText } from '../../ui/text/day-text.ts'
import { ChartBadge, DueBadge } from './chart-badge.tsx'
import { controlChartList } from './list-contract.ts'

interface Props {
  instrumentId: number
  instrumentNo: string
}

/** The control charts of an instrument with their state: whether it may be trusted today. Nothing when it has none. */
export function InstrumentCharts(props: Props) {
  const { may } = useStaff()
  return may('controlChart.read') ? <Charts {...props} /> : null
}

function Charts({ instrumentId, instrumentNo }: Props) {
  const { data } = useCall(controlChartList, { tab: 'kept', filters: { instrument: instrumentNo }, size: 100 })
  // The filter finds every number that contains the typed one.
  const charts = data?.list.filter((chart) => chart.instrumentId === instrumentId) ?? []
  if (charts.length === 0) return null
  return (
    <Card title="质控图">
      <ul role="list" className="stack">
        {charts.map((chart) => (
          <li key={chart.id} className="cluster">
            <SmartLink to={`/console/control-charts/${chart.id}`}>{chart.quantity}</SmartLink>
            <ChartBadge state={chart.state} />
            {chart.due === 'overdue' && <DueBadge due={chart.due} />}
            <small className="num">下次应测 {minuteText(chart.dueAt)}</small>
          </li>
        ))}
      </ul>
    </Card>
  )
}
