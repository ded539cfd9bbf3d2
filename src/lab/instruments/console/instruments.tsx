import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IndexList, type IndexListProps } from '../../../core/list-page/index-list.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { shortDay } from '../../../ui/text/day-text.ts'
import { SmartLink } from '../../../ui/text/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import type { InstrumentItem } from '../contract.ts'
import { CalibrationBadge, InstrumentBadge } from '../instrument-badge.tsx'
import { instrumentIndex, instrumentList } from '../list-contract.ts'
import { InstrumentDialog } from '../instrument-dialog.tsx'

export const meta = () => [{ title: '仪器 · 明析科测后台' }]

export default function ConsoleInstruments() {
  const { may } = useStaff()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title="仪器"
        sub="停用或停机的仪器不能预约，也不能开始检测；校准到期后提醒还是停用，在每台仪器上设置"
        actions={
          may('instrument.edit') && (
            <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
              登记仪器
            </Button>
          )
        }
      />
      <IndexList
        index={instrumentIndex}
        call={instrumentList}
        looks={looks}
        empty={
          <EmptyState title="没有仪器" icon="microscope">
            登记仪器并选择它服务的项目后，停机与校准才会限制这些项目的预约。
          </EmptyState>
        }
      />
      {adding && (
        <InstrumentDialog
          onClose={() => setAdding(false)}
          onSaved={(id) => void navigate(`/console/instruments/${id}`)}
        />
      )}
    </div>
  )
}

const looks: IndexListProps<InstrumentItem, keyof typeof instrumentIndex.fields>['looks'] = {
  no: { render: (row) => <span className="num">{row.instrumentNo}</span>, line: 2 },
  name: {
    line: 1,
    rowHeader: true,
    render: (row) => <SmartLink to={`/console/instruments/${row.id}`}>{row.name}</SmartLink>,
  },
  due: {
    line: 2,
    render: (row) =>
      row.calibrationDue === null ? (
        '—'
      ) : (
        <span className="cluster">
          <span className="num">{shortDay(row.calibrationDue)}</span>
          {row.calibration !== 'ok' && <CalibrationBadge state={row.calibration} />}
        </span>
      ),
  },
  stage: { line: 1, render: (row) => <InstrumentBadge stage={row.stage} /> },
}
