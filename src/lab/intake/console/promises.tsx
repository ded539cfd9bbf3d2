import { type ClockName, clockNames, staffPromiseRecord } from '../../orders/promises/clock-contract.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { cx } from '../../../ui/text/class-names.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import css from './promises.module.css'

type Month = OutputOf<typeof staffPromiseRecord>['months'][number]

/** Below this share a month is marked. */
const GOOD_PERCENT = 95

export const meta = () => [{ title: '承诺兑现 · 后台' }]

/** How often the laboratory kept its promises, month by month. */
export default function Promises() {
  return (
    <>
      <PageHeader
        title="承诺兑现"
        sub="按到期月份统计近 12 个月；逾期未完成的计入未兑现，未到期的不计。约定日期的兑现率满 20 单后也显示在项目页。"
      />
      <Loaded of={useCall(staffPromiseRecord, {})}>
        {({ months }) =>
          months.length === 0 ? (
            <EmptyState title="还没有到期的承诺" icon="clock">
              收样、检测和寄回之后，这里会按月统计。
            </EmptyState>
          ) : (
            <Table
              caption="各项承诺的兑现率"
              hideCaption
              rows={months}
              rowKey={({ month }) => month}
              columns={[
                { key: 'month', header: '月份', rowHeader: true, render: ({ month }) => month },
                ...(Object.keys(clockNames) as ClockName[]).map((clock) => ({
                  key: clock,
                  header: clockNames[clock],
                  align: 'end' as const,
                  render: (month: Month) => <Kept {...month[clock]} />,
                })),
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}

function Kept({ due, kept }: { due: number; kept: number }) {
  if (due === 0) return <>—</>
  const percent = Math.floor((kept * 100) / due)
  return (
    <span>
      {percent < GOOD_PERCENT ? <Tag tone="warn">{percent}%</Tag> : `${percent}%`}{' '}
      <span className={cx('num', css.part)}>
        {kept}/{due}
      </span>
    </span>
  )
}
