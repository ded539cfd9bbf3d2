import { useState } from 'react'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { minuteText } from '../../../ui/text/day-text.ts'
import { MeasurementBadge } from '../chart-badge.tsx'
import {
  controlChartDetail,
  controlChartMeasurements,
  controlChartTakeBack,
  type MeasurementItem,
} from '../contract.ts'
import { controlChartList, controlMeasurementList } from '../list-contract.ts'
import { limitsText, numberText, withUnit } from '../rules.ts'
import { brokenText } from '../westgard-rules.ts'
import type { ChartShown } from './shown.ts'

/** All measurements of a chart, also those that were taken back. */
export function MeasurementTable({ chart }: { chart: ChartShown }) {
  const { may } = useStaff()
  const { page, href } = useAddress()
  const list = useCall(controlChartMeasurements, { id: chart.id, page, size: 20 })
  const [asked, setAsked] = useState<MeasurementItem>()
  return (
    <>
      <PagedTable
        of={list}
        page={page}
        href={(to) => href({ page: to })}
        caption="测量记录"
        rowKey={(row) => String(row.id)}
        empty={<EmptyState title="还没有测量" icon="activity" />}
        columns={[
          {
            key: 'at',
            header: '测量时间',
            rowHeader: true,
            render: (row) => <span className="num">{minuteText(row.measuredAt)}</span>,
          },
          {
            key: 'value',
            header: '测量值',
            align: 'end',
            render: (row) => <span className="num">{withUnit(numberText(row.value), chart.unit)}</span>,
          },
          {
            key: 'limits',
            header: '目标值 ± 标准差',
            align: 'end',
            // Not of the class num, which does not wrap: a card of 320 px leaves less than the pair needs.
            render: (row) => (row.limits ? limitsText(row.limits) : '—'),
          },
          { key: 'state', header: '状态', render: (row) => <Verdict row={row} /> },
          {
            key: 'note',
            header: '备注',
            render: (row) => (
              <span className="cluster">
                {row.note || (row.fileId === null ? '—' : '')}
                {row.fileId !== null && (
                  <DownloadButton as="staff" fileId={row.fileId} name={`质控数据 ${row.measuredAt}`} label="下载数据" />
                )}
              </span>
            ),
          },
          { key: 'staff', header: '测量人', render: (row) => row.staffName },
          ...(may('controlChart.measure')
            ? [
                {
                  key: 'act',
                  header: '操作',
                  cardLabel: '',
                  render: (row: MeasurementItem) =>
                    row.takenBack ? null : (
                      <Button
                        size="s"
                        variant="quiet"
                        aria-label={`撤销 ${row.measuredAt} 的测量`}
                        onClick={() => setAsked(row)}
                      >
                        撤销
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <TakeBack measurement={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}

function Verdict({ row }: { row: MeasurementItem }) {
  if (row.takenBack) return <>{`已撤销（${row.takenBack.by}）：${row.takenBack.reason}`}</>
  return (
    <span className="cluster">
      <MeasurementBadge state={row.state} />
      {row.broken.length > 0 && <span>{brokenText(row.broken)}</span>}
    </span>
  )
}

function TakeBack({ measurement, onClose }: { measurement: MeasurementItem | undefined; onClose: () => void }) {
  const takeBack = useAct(controlChartTakeBack, {
    refreshes: [controlChartDetail, controlChartMeasurements, controlChartList, controlMeasurementList],
  })
  return (
    <ConfirmDialog
      open={measurement !== undefined}
      onClose={onClose}
      title="撤销测量"
      confirmLabel="撤销"
      danger
      reason={{ label: '撤销原因', required: true, maxLength: 200 }}
      onConfirm={async ({ reason }) => {
        if (measurement) await takeBack.submit({ measurementId: measurement.id, reason })
        toast.success('测量已撤销')
      }}
    >
      只撤销误登的测量：失控的测量请保留，排除原因后再测。撤销的记录仍在表中，不再计入。
    </ConfirmDialog>
  )
}
