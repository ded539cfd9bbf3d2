import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { fileSizeText } from '../../../ui/inputs/file-input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { staffTableSizes } from '../contract.ts'

export const meta = () => [{ title: '数据占用 · 明析科测' }]

type Row = OutputOf<typeof staffTableSizes>['tables'][number]

const name: Column<Row> = { key: 'name', header: '数据表', rowHeader: true, render: (row) => row.name }
const rows: Column<Row> = {
  key: 'rows',
  header: '行数（约）',
  align: 'end',
  render: (row) => <span className="num">{row.rows === null ? '尚未统计' : row.rows.toLocaleString('zh-CN')}</span>,
}
const bytes: Column<Row> = {
  key: 'bytes',
  header: '占用',
  align: 'end',
  render: (row) => <span className="num">{fileSizeText(row.bytes)}</span>,
}

/** The embedded database does not count rows by itself, so the column is left out when no table has been counted. */
function columnsFor(tables: readonly Row[]): Column<Row>[] {
  return tables.some((table) => table.rows !== null) ? [name, rows, bytes] : [name, bytes]
}

/** What the database keeps, so that an administrator sees growth before the disk is full. */
export default function ConsoleTables() {
  const sizes = useCall(staffTableSizes, {})
  return (
    <div className="stack">
      <PageHeader title="数据占用" sub="数据库各表的占用空间，含索引；上传的文件不在其中" />
      <Loaded of={sizes}>
        {({ tables, totalBytes }) => (
          <>
            <p>
              共 {tables.length} 张表，占用 <strong className="num">{fileSizeText(totalBytes)}</strong>
            </p>
            <Table
              caption="数据库各表的占用空间"
              hideCaption
              rows={tables}
              rowKey={(row) => row.name}
              columns={columnsFor(tables)}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
