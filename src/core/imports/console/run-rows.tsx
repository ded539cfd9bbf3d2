import { useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { send } from '../../../platform/client/transport.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { PagedTable } from '../../../ui/tables/paged-table.tsx'
import type { Column } from '../../../ui/tables/table.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { browserKey, useDownload } from '../../files/download-button.tsx'
import { type importDetail, importRows, importSheet } from '../contract.ts'
import { faultText, importLimits, type RowState, rowStates } from '../rules.ts'
import css from './imports.module.css'

type Detail = OutputOf<typeof importDetail>
type Row = OutputOf<typeof importRows>['list'][number]

const PAGE_SIZE = 20

/** Rows by state, the faulty ones first: they are what a person has to act on. */
export function RunRows({ run }: { run: Detail }) {
  const address = useAddress()
  const [first] = useState(() => statesOf(run)[0] ?? 'faulty')
  const states = statesOf(run)
  const state = address.oneOf('rows', [first, ...states])
  const rows = useCall(importRows, { id: run.id, state, page: address.page, size: PAGE_SIZE })
  return (
    <>
      <LinkTabs
        label="行的状态"
        tabs={states.map((each) => ({
          to: address.href({ rows: each }),
          label: rowStates[each],
          ...(rows.data && each === state ? { count: rows.data.total } : {}),
          current: each === state,
        }))}
      />
      {run.own ? (
        <Downloads run={run} state={state} count={rows.data?.total ?? 0} />
      ) : (
        <p>文件由 {run.staffName} 上传，个人信息已隐藏。</p>
      )}
      <PagedTable
        of={rows}
        page={address.page}
        href={(page) => address.href({ page })}
        caption={`${rowStates[state]}的行`}
        rowKey={(row) => String(row.rowNo)}
        columns={columnsOf(run, state, rows.data?.list ?? [])}
        empty={`没有${rowStates[state]}的行`}
      />
    </>
  )
}

function statesOf(run: Detail): RowState[] {
  const before = run.stage === 'ready' || run.stage === 'stopped'
  const all: [RowState, number][] = [
    ['faulty', run.faultyRows],
    ['refused', run.refusedRows],
    ['kept', run.keptRows],
    ['new', before ? run.newRows : 0],
    ['changed', before ? run.changedRows : 0],
    ['written', run.writtenRows],
    ['undone', run.undoneRows],
    ['unchanged', run.unchangedRows],
  ]
  return all.filter(([, count]) => count > 0).map(([state]) => state)
}

export function columnsOf(
  run: Pick<Detail, 'columns'>,
  state: RowState,
  rows: readonly Pick<Row, 'note'>[],
): Column<Row>[] {
  const told = state === 'faulty' || state === 'refused' || state === 'kept'
  return [
    {
      key: 'row',
      header: '行',
      rowHeader: true,
      render: (row) => <span className="num">第 {row.rowNo} 行</span>,
    },
    ...(told
      ? [
          {
            key: 'reason',
            header: '原因',
            render: (row: Row) => <span className={css.reason}>{row.faults.map(faultText).join('；')}</span>,
          },
        ]
      : []),
    // What a row changes, or whom it concerns, such as the number of samples that a waybill is for.
    ...(rows.some(({ note }) => note !== '')
      ? [{ key: 'note', header: state === 'changed' ? '修改' : '说明', render: (row: Row) => row.note || '—' }]
      : []),
    ...run.columns.map(({ key, head }) => ({ key, header: head, render: (row: Row) => row.cells[key] || '—' })),
  ]
}

function Downloads({ run, state, count }: { run: Detail; state: RowState; count: number }) {
  if (count === 0) return null
  return (
    <div className="cluster">
      {count <= importLimits.xlsxRows && <SheetButton run={run} state={state} format="xlsx" label="下载这些行 Excel" />}
      <SheetButton run={run} state={state} format="csv" label="下载这些行 CSV" />
    </div>
  )
}

function SheetButton({
  run,
  state,
  format,
  label,
}: {
  run: Detail
  state: RowState
  format: 'xlsx' | 'csv'
  label: string
}) {
  const { busy, download } = useDownload(() =>
    send(importSheet, { id: run.id, state, format, browserKey: browserKey() }),
  )
  return (
    <Button size="s" icon="download" busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  )
}
