import { type ClipboardEvent, memo, startTransition, useDeferredValue, useMemo, useRef } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { type Column, Table } from '../../../ui/tables/table.tsx'
import {
  type EntryForm,
  type EntryIssue,
  entryFormLabels,
  entryLimits,
  formsFor,
  type SampleDemand,
  type SampleEntry,
  storageLabels,
  storages,
} from './entry-rules.ts'
import { HazardPicker } from './hazard-picker.tsx'
import css from './sample-grid.module.css'

export interface SampleGridProps {
  demand: SampleDemand
  /** The samples of this project. */
  entries: readonly SampleEntry[]
  /** `row` is the index within these entries. */
  issues: readonly EntryIssue[]
  /** Gets what is to be done with the samples as they are then; the same function at every render. */
  onChange: (edit: (entries: SampleEntry[]) => SampleEntry[]) => void
  /** Called with pasted spreadsheet text and the row at which it starts. */
  onPasteRows: (text: string, from: number) => void
}

/** More than a screen shows. The step is shown with these; the rows below follow at once, and an input need not wait for them. */
const FIRST_ROWS = 12

/**
 * The samples of one project, one row each; on a phone one card each. Only the rows that changed are rendered again, and nothing when the
 * change is in another project: an order has up to 99 rows.
 */
export const SampleGrid = memo(function SampleGrid(props: SampleGridProps) {
  const { demand, entries, issues, onChange, onPasteRows } = props
  const acts = useMemo(() => actsOf(onChange, onPasteRows), [onChange, onPasteRows])
  const rows = useRows(entries, issues)
  const all = useDeferredValue(true, false)
  const forms = formsFor(demand).join(' ')
  // Data has no composition, hazards or storage, and is not sent back.
  const matter = demand.serviceType !== 3
  const returns = !demand.consumed
  const columns = useMemo(
    () =>
      columnsFor(forms.split(' ').filter(Boolean) as EntryForm[], matter, acts).filter(
        ({ key }) => (matter || !matterOnly.includes(key)) && (returns || key !== 'return'),
      ),
    [forms, matter, returns, acts],
  )
  return (
    <div className={css.grid}>
      <Table
        caption={`${demand.projectName}的样品`}
        hideCaption
        rows={all ? rows : rows.slice(0, FIRST_ROWS)}
        rowKey={({ row }) => String(row)}
        columns={columns}
      />
    </div>
  )
}, isSameGrid)

function isSameGrid(a: SampleGridProps, b: SampleGridProps): boolean {
  return (
    a.demand === b.demand &&
    a.onChange === b.onChange &&
    a.onPasteRows === b.onPasteRows &&
    a.entries.length === b.entries.length &&
    a.entries.every((entry, row) => entry === b.entries[row]) &&
    JSON.stringify(a.issues) === JSON.stringify(b.issues)
  )
}

interface Acts {
  set: (row: number, change: Partial<SampleEntry>) => void
  fillDown: (row: number) => void
  paste: (event: ClipboardEvent, row: number) => void
}

function actsOf(onChange: SampleGridProps['onChange'], onPasteRows: SampleGridProps['onPasteRows']): Acts {
  return {
    set: (row, change) =>
      onChange((entries) => entries.map((entry, i) => (i === row ? { ...entry, ...change } : entry))),
    // All rows below change at once; the next input need not wait for them.
    fillDown: (row) => startTransition(() => onChange((entries) => filledDown(entries, row))),
    paste: (event, row) => {
      const text = event.clipboardData.getData('text/plain')
      if (!/[\t\n]/.test(text.trim())) return
      event.preventDefault()
      onPasteRows(text, row)
    },
  }
}

interface GridRow {
  entry: SampleEntry
  row: number
  /** Whether there are rows below to be filled. */
  last: boolean
  problems: Partial<Record<keyof SampleEntry, string>>
}

/** The rows, each the same object as before when nothing of it changed. */
function useRows(entries: readonly SampleEntry[], issues: readonly EntryIssue[]): GridRow[] {
  const before = useRef<GridRow[]>([])
  before.current = entries.map((entry, row) => {
    const problems: GridRow['problems'] = {}
    for (const issue of issues) if (issue.row === row) problems[issue.field] ??= issue.message
    const next = { entry, row, last: row === entries.length - 1, problems }
    const old = before.current[row]
    return old && isSame(old, next) ? old : next
  })
  return before.current
}

function isSame(a: GridRow, b: GridRow): boolean {
  return a.entry === b.entry && a.last === b.last && JSON.stringify(a.problems) === JSON.stringify(b.problems)
}

function columnsFor(forms: readonly EntryForm[], matter: boolean, { set, fillDown, paste }: Acts): Column<GridRow>[] {
  const input = ({ entry, row, problems }: GridRow, field: TextField, label: string, required: boolean) => (
    <TextCell
      field={field}
      label={`${label}，第 ${row + 1} 个样品`}
      required={required}
      value={entry[field]}
      message={problems[field]}
      onValue={(value) => set(row, { [field]: value })}
      onPaste={(event) => paste(event, row)}
    />
  )
  return [
    { key: 'no', header: '序号', width: '3em', rowHeader: true, render: ({ row }) => row + 1 },
    { key: 'ownNo', header: '自编号 *', width: '7em', render: (row) => input(row, 'ownNo', '自编号', true) },
    {
      key: 'name',
      header: matter ? '样品名称 *' : '数据名称 *',
      render: (row) => input(row, 'name', matter ? '样品名称' : '数据名称', true),
    },
    {
      key: 'form',
      header: '形态 *',
      width: '6.5em',
      render: ({ entry, row, problems }) => (
        <FormCell
          label={`形态，第 ${row + 1} 个样品`}
          value={entry.form}
          forms={forms}
          message={problems.form}
          onValue={(form) => set(row, { form })}
        />
      ),
    },
    { key: 'composition', header: '主要成分 *', render: (row) => input(row, 'composition', '主要成分', true) },
    { key: 'amount', header: '送样量', width: '6.5em', render: (row) => input(row, 'amount', '送样量', false) },
    {
      key: 'hazards',
      header: '危险性',
      width: '7.5em',
      render: ({ entry, row, problems }) => (
        <HazardCell
          row={row}
          value={entry.hazards}
          message={problems.hazards}
          onValue={(chosen) => set(row, { hazards: chosen })}
        />
      ),
    },
    {
      key: 'storage',
      header: '保存',
      width: '6em',
      render: ({ entry, row, problems }) => (
        <StorageCell
          row={row}
          value={entry.storage}
          message={problems.storage}
          onValue={(storage) => set(row, { storage })}
        />
      ),
    },
    {
      key: 'return',
      header: '退回',
      width: '3.5em',
      render: ({ entry, row }) => (
        <Checkbox
          aria-label={`退回，第 ${row + 1} 个样品`}
          value={entry.returnWanted}
          onValue={(returnWanted) => set(row, { returnWanted })}
        />
      ),
    },
    { key: 'remark', header: '备注', render: (row) => input(row, 'remark', '备注', false) },
    {
      key: 'copy',
      header: <span className="visually-hidden">操作</span>,
      cardLabel: '',
      width: '7em',
      render: ({ row, last }) => !last && <FillDownButton row={row} onClick={() => fillDown(row)} />,
    },
  ]
}

const matterOnly = ['form', 'composition', 'amount', 'hazards', 'storage', 'return']

/** Copies a row to the rows below it, without the fields that identify a sample. */
function filledDown(entries: readonly SampleEntry[], row: number): SampleEntry[] {
  const source = entries[row]
  return entries.map((entry, i) =>
    i <= row || !source ? entry : { ...source, ownNo: entry.ownNo, name: entry.name || source.name },
  )
}

type TextField = 'name' | 'ownNo' | 'composition' | 'amount' | 'remark'

interface TextCellProps {
  field: TextField
  label: string
  required: boolean
  value: string
  message: string | undefined
  onValue: (value: string) => void
  onPaste: (event: ClipboardEvent) => void
}

function TextCell({ field, label, required, value, message, onValue, onPaste }: TextCellProps) {
  return (
    <span className={css.cell}>
      <TextInput
        aria-label={label}
        aria-required={required}
        aria-invalid={message !== undefined}
        maxLength={entryLimits[field]}
        value={value}
        onValue={onValue}
        onPaste={onPaste}
      />
      {message && <span className={css.error}>{shortMessage(message)}</span>}
    </span>
  )
}

interface HazardCellProps {
  row: number
  value: SampleEntry['hazards']
  message: string | undefined
  onValue: (hazards: SampleEntry['hazards']) => void
}

function HazardCell({ row, value, message, onValue }: HazardCellProps) {
  return (
    <span className={css.cell}>
      <HazardPicker label={`危险性，第 ${row + 1} 个样品`} value={value} onValue={onValue} />
      {message && <span className={css.error}>{shortMessage(message)}</span>}
    </span>
  )
}

interface FormCellProps {
  label: string
  value: EntryForm | ''
  forms: readonly EntryForm[]
  message: string | undefined
  onValue: (form: EntryForm) => void
}

/** Only the forms that the project accepts; another one that was pasted is shown as no choice, never as the first of them. */
function FormCell({ label, value, forms, message, onValue }: FormCellProps) {
  const known = forms.find((form) => form === value)
  return (
    <span className={css.cell}>
      <Select
        aria-label={label}
        aria-invalid={message !== undefined}
        value={known ?? null}
        {...(known ? {} : { placeholder: '请选择' })}
        onValue={onValue}
        options={forms.map((form) => ({ value: form, label: entryFormLabels[form] }))}
      />
      {message && <span className={css.error}>{shortMessage(message)}</span>}
    </span>
  )
}

interface StorageCellProps {
  row: number
  value: SampleEntry['storage']
  message: string | undefined
  onValue: (storage: SampleEntry['storage']) => void
}

function StorageCell({ row, value, message, onValue }: StorageCellProps) {
  return (
    <span className={css.cell}>
      <Select
        aria-label={`保存条件，第 ${row + 1} 个样品`}
        aria-invalid={message !== undefined}
        value={value || null}
        {...(value ? {} : { placeholder: '请选择' })}
        onValue={onValue}
        options={storages.map((storage) => ({ value: storage, label: storageLabels[storage] }))}
      />
      {message && <span className={css.error}>{shortMessage(message)}</span>}
    </span>
  )
}

function FillDownButton({ row, onClick }: { row: number; onClick: () => void }) {
  return (
    <Button size="s" variant="quiet" icon="copy" onClick={onClick}>
      填充以下<span className="visually-hidden">：第 {row + 1} 个样品</span>
    </Button>
  )
}

/** The message is shown in its row, so the row number is left out. */
function shortMessage(message: string): string {
  return message.replace(/^第 \d+ 行：/, '')
}
