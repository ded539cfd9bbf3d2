import { useState } from 'react'
import { useParams } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { minuteText } from '../../../ui/text/day-text.ts'
import { ChartBadge, DueBadge } from '../chart-badge.tsx'
import { controlChartDetail, controlChartStop } from '../contract.ts'
import { LeveyJennings } from '../levey-jennings.tsx'
import { controlChartList } from '../list-contract.ts'
import { limitsText, mostPoints, notYetText, numberText, withUnit } from '../rules.ts'
import { brokenText } from '../westgard-rules.ts'
import { ChartDialog } from './chart-dialog.tsx'
import { LimitsDialog } from './limits-dialog.tsx'
import { MeasureDialog } from './measure-dialog.tsx'
import { MeasurementTable } from './measurement-table.tsx'
import type { ChartShown } from './shown.ts'

export const meta = () => [{ title: '质控图 · 明析科测后台' }]

export default function ControlChart() {
  const found = useCall(controlChartDetail, { id: Number(useParams().id) || 1 })
  return <Loaded of={found}>{(chart) => <Chart chart={chart} />}</Loaded>
}

type Asking = 'measure' | 'limits' | 'edit' | 'stop'

function Chart({ chart }: { chart: ChartShown }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<Asking>()
  const close = () => setOpen(undefined)
  const kept = chart.due !== 'stopped'
  return (
    <div className="stack">
      <PageHeader
        title={chart.quantity}
        crumbs={[{ label: '质控图', to: '/console/control-charts' }, { label: chart.chartNo }]}
        badge={
          <span className="cluster">
            <ChartBadge state={chart.state} />
            <DueBadge due={chart.due} />
          </span>
        }
        actions={
          kept && (
            <span className="cluster">
              {may('controlChart.edit') && (
                <>
                  <Button onClick={() => setOpen('stop')}>停用</Button>
                  <Button onClick={() => setOpen('edit')}>修改</Button>
                  <Button onClick={() => setOpen('limits')}>设定界限</Button>
                </>
              )}
              {may('controlChart.measure') && (
                <Button variant="primary" icon="plus" onClick={() => setOpen('measure')}>
                  登记测量
                </Button>
              )}
            </span>
          )
        }
      />
      {chart.state === 'out' && <p role="status">{`失控：${brokenText(chart.broken)}。排除原因后请重新测量。`}</p>}
      <Plot chart={chart} />
      <Facts chart={chart} />
      <Card title="测量记录">
        <MeasurementTable chart={chart} />
      </Card>
      {chart.settings.length > 0 && <Settings chart={chart} />}
      {open === 'measure' && <MeasureDialog chart={chart} onClose={close} />}
      {open === 'limits' && <LimitsDialog chart={chart} onClose={close} />}
      {open === 'edit' && <ChartDialog chart={chart} onClose={close} />}
      <StopDialog chart={chart} open={open === 'stop'} onClose={close} />
    </div>
  )
}

function Plot({ chart }: { chart: ChartShown }) {
  const { limits, points } = chart
  if (points.length === 0)
    return (
      <EmptyState title="还没有测量" icon="activity">
        登记测量后，这里按时间画出每次测量的值。
      </EmptyState>
    )
  const [setting] = chart.settings
  return (
    <Card title="Levey-Jennings 图">
      {limits ? (
        <LeveyJennings
          title={`${chart.instrumentNo} ${chart.quantity}`}
          points={points}
          limits={limits}
          unit={chart.unit}
        />
      ) : (
        <p role="note">{`已有 ${chart.base} 次测量。设定目标值与标准差后画出质控图。`}</p>
      )}
      {points.length === mostPoints && <p role="note">{`图上是最近 ${mostPoints} 次测量，下表有全部测量。`}</p>}
      {limits && setting && notYetText(chart.counted) && <p role="note">{`${notYetText(chart.counted)}。`}</p>}
    </Card>
  )
}

function Facts({ chart }: { chart: ChartShown }) {
  const { limits, uncertainty, unit } = chart
  return (
    <Card title="资料">
      <DescriptionList
        items={[
          {
            term: '仪器',
            value: <SmartLink to={`/console/instruments/${chart.instrumentId}`}>{chart.instrument}</SmartLink>,
          },
          { term: '标准物质', value: [chart.material, chart.certificateNo].filter(Boolean).join('，') },
          {
            term: '目标值 ± 标准差',
            value: limits ? <span className="num">{withUnit(limitsText(limits), unit)}</span> : '未定',
          },
          { term: '测量间隔', value: `${chart.intervalDays} 天` },
          { term: '下次应测', value: <span className="num">{minuteText(chart.dueAt)}</span> },
          {
            term: '质控不确定度',
            value: uncertainty ? (
              <span className="num">
                {`${withUnit(numberText(uncertainty.expanded), unit)}（k=2，标准差 ${numberText(uncertainty.deviation)}，在控 ${uncertainty.count} 次）`}
              </span>
            ) : (
              '界限设定后在控测量满 10 次才计算'
            ),
          },
          ...(chart.stopReason ? [{ term: '停用原因', value: chart.stopReason, wide: true }] : []),
        ]}
      />
    </Card>
  )
}

/** Limits that held before are kept: they say what earlier measurements were compared with. */
function Settings({ chart }: { chart: ChartShown }) {
  return (
    <Card title="界限的设定">
      <Table
        caption="界限的设定"
        hideCaption
        rows={chart.settings}
        rowKey={(row) => row.holdsFrom}
        columns={[
          {
            key: 'from',
            header: '起用',
            rowHeader: true,
            render: (row) => <span className="num">{minuteText(row.holdsFrom)}</span>,
          },
          {
            key: 'limits',
            header: '目标值 ± 标准差',
            align: 'end',
            render: (row) => withUnit(limitsText(row), chart.unit),
          },
          { key: 'base', header: '来源', render: (row) => (row.baseCount ? `以前 ${row.baseCount} 次确定` : '填写') },
          { key: 'note', header: '说明', render: (row) => row.note || '—' },
          { key: 'staff', header: '设定人', render: (row) => row.staffName },
        ]}
      />
    </Card>
  )
}

function StopDialog({ chart, open, onClose }: { chart: ChartShown; open: boolean; onClose: () => void }) {
  const stop = useAct(controlChartStop, { refreshes: [controlChartDetail, controlChartList] })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`停用质控图 ${chart.quantity}`}
      confirmLabel="停用"
      danger
      reason={{ label: '停用原因', required: true, maxLength: 200 }}
      onConfirm={async ({ reason }) => {
        await stop.submit({ id: chart.id, version: chart.version, reason })
        toast.success('质控图已停用')
      }}
    >
      停用后不再登记测量，也不再提醒；以前的测量保留。同一参考量可另建质控图。
    </ConfirmDialog>
  )
}
