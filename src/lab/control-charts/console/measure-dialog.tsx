import { useState } from 'react'
import { OneFileInput } from '../../../core/files/one-file-input.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { controlChartDetail, controlChartMeasure, controlChartMeasurements } from '../contract.ts'
import { controlChartList, controlMeasurementList } from '../list-contract.ts'
import { measurementStates } from '../rules.ts'
import { brokenText } from '../westgard-rules.ts'
import type { ChartShown } from './shown.ts'

interface Props {
  chart: ChartShown
  onClose: () => void
}

export function MeasureDialog(props: Props) {
  return (
    <Dialog open onClose={props.onClose} title={`登记测量 ${props.chart.quantity}`}>
      <MeasureForm {...props} />
    </Dialog>
  )
}

function MeasureForm({ chart, onClose }: Props) {
  const measure = useAct(controlChartMeasure, {
    refreshes: [controlChartDetail, controlChartMeasurements, controlChartList, controlMeasurementList],
  })
  const [sending, setSending] = useState(false)
  const [openedAt] = useState(() => shanghaiTime(new Date()).slice(0, 16).replace(' ', 'T'))
  const form = useZodForm({
    schema: controlChartMeasure.input,
    initial: {
      id: chart.id,
      unit: chart.unit,
      measuredAt: openedAt,
      note: '',
      fileId: null as number | null,
    },
    onSubmit: async (input) => {
      const { state, broken } = await measure.submit(input)
      if (state === 'out') toast.error(`失控：${brokenText(broken)}`)
      else if (state === 'warning') toast.info(`警告：${brokenText(broken)}`)
      else toast.success(state === 'in' ? `测量已登记，${measurementStates.in}` : '测量已登记')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="登记测量">
      <FormRow>
        <Field label="测量值" of={form.at('value')} required>
          <NumberInput unit={chart.unit || undefined} />
        </Field>
        <Field label="测量时间" of={form.at('measuredAt')} required>
          <TextInput type="datetime-local" />
        </Field>
      </FormRow>
      <Field label="备注" of={form.at('note')}>
        <TextInput maxLength={200} />
      </Field>
      <Field label="数据文件" as="group">
        <OneFileInput
          label="数据文件"
          as="staff"
          purpose="control"
          onFile={(id) => form.set('fileId', id)}
          onBusy={setSending}
        />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy || sending}>
          登记
        </Button>
      </FormActions>
    </Form>
  )
}
