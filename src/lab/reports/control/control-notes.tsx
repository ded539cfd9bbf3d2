import { useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { FileReader } from '../../../core/files/download-button.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { withoutThisYear } from '../../../ui/text/day-text.ts'
import { MeasurementBadge } from '../../control-charts/chart-badge.tsx'
import { LeveyJennings } from '../../control-charts/levey-jennings.tsx'
import { limitsText, numberText, withUnit } from '../../control-charts/rules.ts'
import { brokenText } from '../../control-charts/westgard-rules.ts'
import { reportControl, staffReportControl } from './control-contract.ts'

type Noted = OutputOf<typeof reportControl>['records'][number]
type Chart = Noted['charts'][number]

/** How the instruments stood on the day of the test. Nothing where the laboratory keeps no chart; while it is read nothing is claimed. */
export function ControlNotes({ orderNo, as }: { orderNo: string; as: FileReader }) {
  const { data } = useCall(as === 'staff' ? staffReportControl : reportControl, { orderNo })
  const [shown, setShown] = useState<{ record: Noted; chart: Chart }>()
  if (!data || data.records.length === 0) return null
  return (
    <Card title="仪器质控">
      <ul>
        {data.records.flatMap((record) =>
          record.charts.map((chart) => (
            <li key={`${record.recordId} ${chart.chartId}`}>
              <span className="cluster">
                <span>{`${record.projectName}，${record.instrument}。${whenText(chart)}：`}</span>
                <MeasurementBadge state={chart.state} />
                <span className="num">{valueText(chart)}</span>
                <Button
                  size="s"
                  aria-label={`查看质控图 ${record.instrument} ${chart.quantity}`}
                  onClick={() => setShown({ record, chart })}
                >
                  查看质控图
                </Button>
              </span>
            </li>
          )),
        )}
      </ul>
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? `质控图 ${shown.chart.quantity}` : ''}
        size="l"
      >
        {shown && <ShownChart {...shown} />}
      </Dialog>
    </Card>
  )
}

function ShownChart({ record, chart }: { record: Noted; chart: Chart }) {
  return (
    <div className="stack">
      <LeveyJennings
        title={`${record.instrument} ${chart.quantity}`}
        points={chart.points}
        limits={chart.limits}
        unit={chart.unit}
        height={220}
      />
      <p>
        {`${record.instrument} 定期测量${chart.material}的${chart.quantity}，`}
        {`目标值 ± 标准差 ${withUnit(limitsText(chart.limits), chart.unit)}。`}
        {chart.broken.length > 0 ? `违反 ${brokenText(chart.broken)}。` : ''}
      </p>
    </div>
  )
}

function whenText({ sameDay, late, measuredAt }: Chart): string {
  if (sameDay) return '测量当日质控'
  return `测量前最近一次质控（${withoutThisYear(measuredAt.slice(0, 10))}${late ? '，已超过测量间隔' : ''}）`
}

function valueText({ quantity, value, unit, limits }: Chart): string {
  return `${quantity} ${withUnit(numberText(value), unit)}，目标 ${limitsText(limits)}`
}
