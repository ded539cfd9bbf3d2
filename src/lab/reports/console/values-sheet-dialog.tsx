import { useMemo, useState } from 'react'
import { readCells } from '../../../platform/contract/sheet-rows.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import { TableFileInput } from '../../../ui/inputs/table-file-input.tsx'
import { saveAs } from '../../../ui/inputs/save-file.ts'
import type { MeasuredValue } from '../rules.ts'
import { type NumberedSample, readValues, tooMany, valuesTemplate, withRead } from '../documents/values-sheet-rules.ts'

interface Props {
  former: readonly MeasuredValue[]
  samples: readonly NumberedSample[]
  template: readonly string[]
  projectName: string
  onRead: (rows: MeasuredValue[], count: number) => void
  onClose: () => void
}

const columns: Column<MeasuredValue>[] = [
  { key: 'sample', header: '样品', rowHeader: true, render: (row) => row.sampleNo || '全部样品' },
  { key: 'name', header: '结果项', render: (row) => row.name },
  { key: 'value', header: '结果', render: (row) => row.value },
  { key: 'unit', header: '单位', render: (row) => row.unit || '—' },
  { key: 'uncertainty', header: '不确定度', render: (row) => row.uncertainty || '—' },
  { key: 'remark', header: '备注', render: (row) => row.remark || '—' },
]

/** Results from a table: what was read and what is wrong is shown before it goes into the record, which is then saved as usual. */
export function ValuesSheetDialog({ former, samples, template, projectName, onRead, onClose }: Props) {
  const [text, setText] = useState('')
  const read = useMemo(() => (text.trim() === '' ? undefined : readValues(readCells(text), samples)), [text, samples])
  const merged = read ? withRead(former, read.rows) : []
  const excess = tooMany(merged)
  const faults = [...(read?.faults ?? []), ...(excess ? [excess] : [])]
  return (
    <Dialog open onClose={onClose} title={`从表格导入结果：${projectName}`} size="l">
      <div className="stack">
        <p>
          每行一个样品、每列一个结果项，列名可写单位，如“铁（mg/kg）”；或每行一个结果，列名为样品编号、结果项、结果、单位、不确定度、备注。
          样品可写样品编号或客户自编号。相同样品和结果项的原有数值会被替换。
        </p>
        <span>
          <Button size="s" icon="download" onClick={() => saveTemplate(template, samples, projectName)}>
            下载模板
          </Button>
        </span>
        <TableFileInput onText={setText} />
        <Field label="表格内容" hint="也可从 Excel 复制后粘贴">
          <TextArea rows={6} value={text} onValue={setText} />
        </Field>
        {faults.length > 0 && (
          <div role="alert" style={{ color: 'var(--danger)' }}>
            <p>{`${faults.length} 处有误，有误的行不会填入：`}</p>
            <ul style={{ paddingInlineStart: 'var(--space-24)' }}>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </div>
        )}
        {read && read.rows.length > 0 && (
          <Table
            caption={`读到 ${read.rows.length} 个结果`}
            columns={columns}
            rows={read.rows}
            rowKey={(row) => `${row.sampleNo} ${row.name}`}
          />
        )}
        <div className="cluster">
          <Button onClick={onClose}>取消</Button>
          <Button
            variant="primary"
            disabled={!read || read.rows.length === 0 || excess !== undefined}
            onClick={() => onRead(merged, read?.rows.length ?? 0)}
          >
            {`填入 ${read?.rows.length ?? 0} 个结果`}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function saveTemplate(template: readonly string[], samples: readonly NumberedSample[], projectName: string): void {
  const text = `\ufeff${valuesTemplate(template, samples)}\r\n`
  saveAs(`结果模板-${projectName}.csv`, text, 'text/csv;charset=utf-8')
}
