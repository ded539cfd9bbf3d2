import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { MeasurementBadge } from '../chart-badge.tsx'
import { controlMeasurementList, measurementIndex, type MeasurementRowItem } from '../list-contract.ts'
import { limitsText, numberText } from '../rules.ts'

export const meta = () => [{ title: '质控测量 · 明析科测后台' }]

/** Measurements of all charts, to be searched and exported. */
export default function ControlMeasurements() {
  return (
    <div className="stack">
      <PageHeader
        title="质控测量"
        crumbs={[{ label: '质控图', to: '/console/control-charts' }, { label: '全部测量' }]}
      />
      <IndexList
        index={measurementIndex}
        call={controlMeasurementList}
        looks={looks}
        empty={<EmptyState title="没有质控测量" icon="activity" />}
      />
    </div>
  )
}

const looks: IndexListProps<MeasurementRowItem, keyof typeof measurementIndex.fields>['looks'] = {
  measured: { line: 2 },
  quantity: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/control-charts/${row.chartId}`}>{row.quantity}</SmartLink>,
  },
  instrument: { words: true },
  broken: { words: true },
  value: { line: 2, align: 'end', render: (row) => <span className="num">{numberText(row.value)}</span> },
  limits: { align: 'end', render: (row) => <span className="num">{row.limits ? limitsText(row.limits) : '—'}</span> },
  state: { line: 1, render: (row) => (row.takenBack ? '已撤销' : <MeasurementBadge state={row.state} />) },
}
