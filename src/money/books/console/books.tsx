import { useStaff } from '../../../core/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { StageBadge } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type BookRun, type CheckedView, staffBookRun, staffBookRuns, staffCheckBooks } from '../contract.ts'
import { areaOf, checkAreas, runMakers } from '../rules.ts'
import css from './books.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '账目核对 · 明析科测' }]

const PAGE_SIZE = 10

export default function ConsoleBooks() {
  const address = useAddress()
  const id = Number(address.get('run')) || undefined
  const shown = useCall(staffBookRun, id === undefined ? {} : { id })
  const runs = useCall(staffBookRuns, { page: address.page, size: PAGE_SIZE })
  const { may } = useStaff()
  const check = useAct(staffCheckBooks, {
    refreshes: [staffBookRun, staffBookRuns],
    onDone: ({ run }) =>
      run?.found ? toast.error(`发现 ${run.found} 处不符，已通知管理员`) : toast.success('账目相符'),
  })
  return (
    <div className="stack">
      <PageHeader
        title="账目核对"
        sub="每天 03:00 自动核对；发现不符时通知管理员，不会自动改账"
        actions={
          may('books.check') && (
            <Button variant="primary" icon="refresh" busy={check.busy} onClick={() => void check.run({})}>
              立即核对
            </Button>
          )
        }
      />
      <Loaded of={shown}>
        {({ run, checks }) =>
          run === null ? (
            <EmptyState title="还没有核对过账目" icon="check">
              点「立即核对」检查全部账目。
            </EmptyState>
          ) : (
            <section className="stack">
              <RunTitle run={run} older={id !== undefined} />
              <div>
                {areas(checks).map(({ area, label, rows, found }) => (
                  // A new result opens and closes the areas anew.
                  <details key={`${run.id} ${area}`} className={css.area} open={found > 0}>
                    <summary>
                      <span>{label}</span>
                      <span className={css.count}>{rows.length} 项</span>
                      <Outcome found={found} />
                    </summary>
                    <Table
                      caption={`${label}核对项目`}
                      hideCaption
                      lines
                      columns={checkColumns}
                      rows={rows}
                      rowKey={(row) => row.key}
                    />
                  </details>
                ))}
              </div>
            </section>
          )
        }
      </Loaded>
      <section className="stack">
        <h2>历次核对</h2>
        <PagedTable
          of={runs}
          page={address.page}
          href={(page) => address.href({ page })}
          lines
          caption="历次核对"
          columns={runColumns((run) => address.href({ run: String(run) }))}
          rowKey={(row) => String(row.id)}
          empty={<EmptyState title="还没有记录" icon="file" />}
        />
      </section>
    </div>
  )
}

/** The checks by area; areas without a fault stay folded, so that the page is short. */
function areas(checks: readonly CheckedView[]) {
  return [...new Set(checks.map(({ key }) => areaOf(key)))].map((area) => {
    const rows = checks.filter(({ key }) => areaOf(key) === area)
    return { area, label: checkAreas[area] ?? area, rows, found: rows.reduce((sum, row) => sum + row.found, 0) }
  })
}

function RunTitle({ run, older }: { run: BookRun; older: boolean }) {
  return (
    <h2 className="cluster">
      <span>
        {older ? '当次结果 ' : '最近一次 '}
        <span className="num">{minuteText(run.startedAt)}</span>
      </span>
      <Outcome found={run.found} />
    </h2>
  )
}

function Outcome({ found }: { found: number }) {
  return found === 0 ? (
    <StageBadge tone="ok">账目相符</StageBadge>
  ) : (
    <StageBadge tone="danger">{found} 处不符</StageBadge>
  )
}

const checkColumns: Column<CheckedView>[] = [
  { key: 'title', header: '核对项目', line: 1, rowHeader: true, render: (row) => row.title },
  {
    key: 'result',
    header: '结果',
    line: 2,
    render: (row) =>
      row.found === 0 ? (
        <span aria-label="相符">✓</span>
      ) : (
        <div className="stack">
          <StageBadge tone="danger">{row.found} 处不符</StageBadge>
          <ul>
            {row.faults.map((fault, i) => (
              <li key={i}>{fault}</li>
            ))}
          </ul>
          {row.found > row.faults.length && <p>仅列出前 {row.faults.length} 处。</p>}
        </div>
      ),
  },
  { key: 'ms', header: '用时', align: 'end', render: (row) => <span className="num">{row.ms} 毫秒</span> },
]

function runColumns(href: (id: number) => string): Column<BookRun>[] {
  return [
    {
      key: 'at',
      header: '时间',
      line: 1,
      rowHeader: true,
      render: (row) => (
        <SmartLink to={href(row.id)} className="num">
          {minuteText(row.startedAt)}
        </SmartLink>
      ),
    },
    { key: 'by', header: '方式', line: 2, render: (row) => [runMakers[row.madeBy], row.staffName].join(' ') },
    { key: 'found', header: '结果', line: 1, render: (row) => <Outcome found={row.found} /> },
    { key: 'ms', header: '用时', align: 'end', render: (row) => <span className="num">{row.ms} 毫秒</span> },
  ]
}
