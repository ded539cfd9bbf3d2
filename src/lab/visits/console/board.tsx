import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { DayButton } from '../../../ui/inputs/day-button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Address, useAddress } from '../../../ui/tables/use-address.ts'
import { StaffFeed } from '../../calendar-feeds/staff-feed.tsx'
import { staffReservationBoard } from '../board/board-contract.ts'
import { dayAfter, dayText, daysOf, isDay, weekText } from '../board/board-rules.ts'
import { BoardDialog } from './board-dialog.tsx'
import { BoardTable } from './board-table.tsx'
import { type Board, type BoardBooking, type Filters, type Place, rowsOf } from './board-view.ts'
import css from './board.module.css'

/** All instruments on one day or in one week. */
export function InstrumentBoard({ today }: { today: string }) {
  const address = useAddress()
  const navigate = useNavigate()
  const date = isDay(address.get('date')) ? address.get('date') : today
  const span = address.oneOf('span', ['day', 'week'])
  const board = useCall(staffReservationBoard, { date, span }, { refetchSeconds: 60 })
  const go = (change: Record<string, string | number>) => void navigate(address.href(change))
  return (
    <>
      <div className="cluster">
        <Days date={date} span={span} today={today} go={go} />
        <span className={css.spans}>
          <ButtonLink to={address.href({ span: '' })} aria-current={span === 'day' ? 'true' : undefined}>
            日
          </ButtonLink>
          <ButtonLink to={address.href({ span: 'week' })} aria-current={span === 'week' ? 'true' : undefined}>
            周
          </ButtonLink>
        </span>
      </div>
      <Loaded of={board}>
        {(data) =>
          data.instruments.length === 0 ? (
            <EmptyState title="没有服务项目的仪器" icon="calendar">
              在<SmartLink to="/console/instruments">仪器</SmartLink>中登记仪器并选择它服务的项目。
            </EmptyState>
          ) : (
            <Shown board={data} address={address} go={go} />
          )
        }
      </Loaded>
    </>
  )
}

interface DaysProps {
  date: string
  span: 'day' | 'week'
  today: string
  go: (change: Record<string, string | number>) => void
}

function Days({ date, span, today, go }: DaysProps) {
  const [step, unit] = span === 'day' ? [1, '天'] : [7, '周']
  return (
    <>
      <Button onClick={() => go({ date: '' })} aria-disabled={date === today}>
        今天
      </Button>
      <Button icon="chevron-left" aria-label={`上一${unit}`} onClick={() => go({ date: dayAfter(date, -step) })} />
      <Button icon="chevron-right" aria-label={`下一${unit}`} onClick={() => go({ date: dayAfter(date, step) })} />
      <DayButton label="日期" value={date} onValue={(next) => go({ date: next })}>
        {span === 'day' ? dayText(date) : weekText(daysOf(date, 'week'))}
      </DayButton>
    </>
  )
}

interface ShownProps {
  board: Board
  address: Address
  go: DaysProps['go']
}

function Shown({ board, address, go }: ShownProps) {
  const { may } = useStaff()
  const movable = may('reservation.confirm')
  const [open, setOpen] = useState<{ booking: BoardBooking; to: Place }>()
  const filters = {
    rid: Number(address.get('project')) || 0,
    instrumentId: Number(address.get('only')) || 0,
    keeper: address.get('keeper'),
  }
  const rows = rowsOf(board, filters)
  return (
    <>
      <FilterFields board={board} filters={filters} go={go} />
      {board.more && <p role="status">预约过多，未全部显示，请按日查看。</p>}
      {rows.length === 0 ? (
        <EmptyState title="没有符合条件的仪器" icon="calendar">
          <Button onClick={() => go({ project: '', only: '', keeper: '' })}>清除筛选</Button>
        </EmptyState>
      ) : (
        <BoardTable board={board} rows={rows} movable={movable} onOpen={(booking, to) => setOpen({ booking, to })} />
      )}
      {open && <BoardDialog {...open} board={board} movable={movable} onClose={() => setOpen(undefined)} />}
      <StaffFeed
        instruments={board.instruments.map(({ id, name, instrumentNo }) => ({
          id,
          label: `${name}（${instrumentNo}）`,
        }))}
      />
    </>
  )
}

function FilterFields({ board, filters, go }: { board: Board; filters: Filters; go: DaysProps['go'] }) {
  const keepers = [...new Set(board.instruments.map(({ keeper }) => keeper).filter(Boolean))]
  return (
    <div className={css.filters} role="group" aria-label="筛选">
      <Field label="项目" hideLabel>
        <Select
          value={filters.rid}
          onValue={(rid) => go({ project: rid || '' })}
          options={[
            { value: 0, label: '全部项目' },
            ...board.projects.map(({ rid, name }) => ({ value: rid, label: name })),
          ]}
        />
      </Field>
      <Field label="仪器" hideLabel>
        <Select
          value={filters.instrumentId}
          onValue={(id) => go({ only: id || '' })}
          options={[
            { value: 0, label: '全部仪器' },
            ...board.instruments.map(({ id, name, instrumentNo }) => ({
              value: id,
              label: `${name}（${instrumentNo}）`,
            })),
          ]}
        />
      </Field>
      <Field label="保管人" hideLabel>
        <Select
          value={filters.keeper}
          onValue={(keeper) => go({ keeper })}
          options={[{ value: '', label: '全部保管人' }, ...keepers.map((keeper) => ({ value: keeper, label: keeper }))]}
        />
      </Field>
    </div>
  )
}
