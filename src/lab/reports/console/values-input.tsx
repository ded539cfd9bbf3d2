import { useId, useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field, type FieldState } from '../../../ui/inputs/field.tsx'
import { Select, TextInput } from '../../../ui/inputs/input.tsx'
import { mostValues, type MeasuredValue } from '../rules.ts'
import { emptyValues } from '../documents/template-rules.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { briefSample, type NumberedSample } from '../documents/values-sheet-rules.ts'
import css from './values-input.module.css'
import { ValuesSheetDialog } from './values-sheet-dialog.tsx'

type Props = {
  rows: readonly MeasuredValue[]
  onRows: (rows: MeasuredValue[]) => void
  /** A value of one row, with its error. */
  at: (index: number, name: keyof MeasuredValue) => FieldState
  projectName: string
  samples: readonly NumberedSample[]
  /** The values that the report of this method prints. */
  template: readonly string[]
  /** What the control charts of the chosen instrument give, by name and unit of a value. */
  uncertainties: readonly { quantity: string; unit: string; text: string }[]
}

/** The values that the report prints: one row per sample and value. */
export function ValuesInput({ rows, onRows, at, projectName, samples, template, uncertainties }: Props) {
  const names = useId()
  const [importing, setImporting] = useState(false)
  const [former, setFormer] = useState<readonly MeasuredValue[]>()
  const sampleNos = samples.map(({ sampleNo }) => sampleNo)
  const offered = emptyValues(template, sampleNos).filter(
    (offer) => !rows.some((row) => row.sampleNo === offer.sampleNo && row.name === offer.name),
  )
  const choices = [
    { value: '', label: '全部样品' },
    ...samples.map((sample) => ({ value: sample.sampleNo, label: briefSample(sample) })),
  ]
  const empty = rows.filter((row) => row.value.trim() === '').length
  return (
    <fieldset className={css.values}>
      <legend>结果数值</legend>
      <p className={css.hint}>
        印在检测报告上，由审核员核对。未检出请写检出限，例如 &lt;0.01；不确定度请注明包含因子，例如 0.3（k=2）。
      </p>
      {rows.map((row, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows are typed in place and have no other identity
        <div key={i} role="group" aria-label={`第 ${i + 1} 行`} className={css.row}>
          <Field label="样品" of={at(i, 'sampleNo')}>
            <Select options={choices} />
          </Field>
          <Field label="结果项" of={at(i, 'name')}>
            <TextInput maxLength={60} list={names} />
          </Field>
          <Field label="结果" of={at(i, 'value')}>
            <TextInput maxLength={60} />
          </Field>
          <Field label="单位" of={at(i, 'unit')}>
            <TextInput maxLength={20} />
          </Field>
          <Field label="不确定度" of={at(i, 'uncertainty')}>
            <TextInput maxLength={40} />
          </Field>
          <Field label="备注" of={at(i, 'remark')}>
            <TextInput maxLength={100} />
          </Field>
          <ChartUncertainty
            row={row}
            given={uncertainties}
            onUse={(uncertainty) => onRows(rows.map((each, other) => (other === i ? { ...each, uncertainty } : each)))}
          />
          <Button
            size="s"
            variant="quiet"
            aria-label={`移除第 ${i + 1} 行 ${row.name}`}
            onClick={() => onRows(rows.filter((_, other) => other !== i))}
          >
            移除
          </Button>
        </div>
      ))}
      <datalist id={names}>
        {emptyValues(template, ['']).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <div className="cluster">
        {offered.length > 0 && rows.length + offered.length <= mostValues && (
          <Button size="s" onClick={() => onRows([...rows, ...offered])}>
            {`按模板添加 ${offered.length} 行`}
          </Button>
        )}
        {rows.length < mostValues && (
          <Button
            size="s"
            icon="plus"
            onClick={() =>
              onRows([
                ...rows,
                { sampleNo: sampleNos[0] ?? '', name: '', value: '', unit: '', uncertainty: '', remark: '' },
              ])
            }
          >
            添加一行
          </Button>
        )}
        <Button size="s" icon="upload" onClick={() => setImporting(true)}>
          从表格导入
        </Button>
        {former && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => {
              onRows([...former])
              setFormer(undefined)
            }}
          >
            撤销导入
          </Button>
        )}
        {empty > 0 && (
          <Button size="s" variant="quiet" onClick={() => onRows(rows.filter((row) => row.value.trim() !== ''))}>
            {`移除 ${empty} 个空行`}
          </Button>
        )}
      </div>
      {importing && (
        <ValuesSheetDialog
          {...{ former: rows, samples, template, projectName }}
          onClose={() => setImporting(false)}
          onRead={(next, count) => {
            setFormer(rows)
            onRows(next)
            setImporting(false)
            toast.success(`已填入 ${count} 个结果，核对后请保存检测记录`)
          }}
        />
      )}
    </fieldset>
  )
}

/** Offered only where a control chart of the instrument measures the same quantity in the same unit. */
function ChartUncertainty({
  row,
  given,
  onUse,
}: {
  row: MeasuredValue
  given: Props['uncertainties']
  onUse: (uncertainty: string) => void
}) {
  const found = given.find(({ quantity, unit }) => quantity === row.name.trim() && unit === row.unit.trim())
  if (!found || found.text === row.uncertainty) return null
  return (
    <Button
      size="s"
      variant="quiet"
      aria-label={`${row.name} 用质控标准差：${found.text}`}
      onClick={() => onUse(found.text)}
    >
      用质控标准差
    </Button>
  )
}
