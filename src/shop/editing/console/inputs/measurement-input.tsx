import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { DrawnPlot } from '../../../catalogue/examples/drawn-plot.tsx'
import { plotOf } from '../../../catalogue/examples/example-rules.ts'
import { type MeasurementForm, measurementOf } from '../../../catalogue/examples/measurement-rules.ts'
import { Button } from '../../../../ui/inputs/button.tsx'
import { Field, type FieldState, useFieldLink } from '../../../../ui/inputs/field.tsx'
import { FormRow } from '../../../../ui/inputs/form.tsx'
import { TextArea } from '../../../../ui/inputs/input.tsx'
import type { ContentField } from '../../kinds/field-rules.ts'
import css from '../../inputs.module.css'
import { MeasurementFile } from './measurement-file.tsx'

interface Props {
  field: ContentField
  /** The control and the value of one part of the measurement. */
  input: (field: ContentField, path: string) => ReactNode
  at: (path: string) => FieldState
}

const blank: MeasurementForm = {
  table: '',
  xLabel: '',
  yLabel: '',
  note: '',
  style: 'line',
  axis: 'normal',
  peaks: 'up',
  marks: [],
}

/** A table of numbers, pasted or read from a file, with the plot that visitors will see. */
export default function MeasurementInput({ field, input, at }: Props) {
  const state = useFieldLink()?.state
  const form = (state?.value ?? null) as MeasurementForm | null
  if (!form)
    return (
      <span>
        <Button icon="plus" onClick={() => state?.set(blank)}>
          添加{field.label}
        </Button>
      </span>
    )
  const parts = field.fields ?? {}
  const part = (name: string) => parts[name] && input(parts[name], name)
  return (
    <div className={css.stack}>
      <MeasurementFile at={at} />
      <Field
        label={parts.table?.label}
        of={at('table')}
        required
        hint="可直接从表格软件粘贴：第一列是位置，其后每列一条曲线（最多 5 条、4000 行）；首行可写列名"
      >
        <TextArea rows={8} className={css.table} spellCheck={false} />
      </Field>
      <Preview form={form} />
      <FormRow>
        {part('xLabel')}
        {part('yLabel')}
      </FormRow>
      <FormRow>
        {part('style')}
        {part('axis')}
        {part('peaks')}
      </FormRow>
      {part('note')}
      {part('marks')}
      <span>
        <Button icon="trash" onClick={() => state?.set(null)}>
          移除{field.label}
        </Button>
      </span>
    </div>
  )
}

/** Follows the typed text as a deferred update. Text that cannot be drawn shows the message the server would give. */
function Preview({ form }: { form: MeasurementForm }) {
  const shown = useDeferredValue(form)
  const { plot, fault } = useMemo(() => {
    if (shown.table.trim() === '') return {}
    const { data, faults } = measurementOf(shown)
    return data ? { plot: plotOf(data) } : { fault: faults[0] }
  }, [shown])
  if (plot)
    return (
      <figure className={css.plot}>
        <figcaption>预览</figcaption>
        <DrawnPlot plot={plot} title="预览" />
      </figure>
    )
  return (
    <p className={css.none} role={fault ? 'alert' : undefined}>
      {fault
        ? `还不能画图：${fault.path[0] === 'marks' ? '特征位置的' : ''}${fault.message}`
        : '有了数据，这里显示曲线'}
    </p>
  )
}
