import { useAct } from '../../../platform/client/use-call.ts'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { NumberInput, TextInput } from '../../../ui/inputs/input.tsx'
import { controlChartDetail, controlChartMeasurements, controlChartSetLimits } from '../contract.ts'
import { controlChartList, controlMeasurementList } from '../list-contract.ts'
import { leastBase, limitsText, limitWays, type LimitWay, usualBase, withUnit } from '../rules.ts'
import type { ChartShown } from './shown.ts'

interface Props {
  chart: ChartShown
  onClose: () => void
}

export function LimitsDialog(props: Props) {
  return (
    <FormDialog open onClose={props.onClose} title={`设定界限 ${props.chart.quantity}`}>
      <LimitsForm {...props} />
    </FormDialog>
  )
}

function LimitsForm({ chart, onClose }: Props) {
  const set = useAct(controlChartSetLimits, {
    refreshes: [controlChartDetail, controlChartList, controlChartMeasurements, controlMeasurementList],
  })
  const enough = chart.base >= leastBase
  const form = useZodForm({
    schema: controlChartSetLimits.input,
    initial: {
      id: chart.id,
      version: chart.version,
      limitWay: (enough ? 'measured' : 'stated') as LimitWay,
      count: Math.max(leastBase, Math.min(usualBase, chart.base)),
      note: '',
    },
    onSubmit: async (input) => {
      const limits = await set.submit(input)
      toast.success(`界限已设定：${withUnit(limitsText(limits), chart.unit)}`)
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="设定界限">
      <Field label="界限的来源" as="group" of={form.at('limitWay')} required>
        <RadioGroup
          options={Object.entries(limitWays).map(([value, label]) => ({ value: value as LimitWay, label }))}
        />
      </Field>
      {form.values.limitWay === 'measured' ? (
        <Field
          label="最近的测量次数"
          of={form.at('count')}
          required
          hint={`已有 ${chart.base} 次测量；至少 ${leastBase} 次，建议 ${usualBase} 次`}
        >
          <NumberInput unit="次" />
        </Field>
      ) : (
        <FormRow>
          <Field label="目标值" of={form.at('target')} required>
            <NumberInput unit={chart.unit || undefined} />
          </Field>
          <Field label="标准差" of={form.at('deviation')} required>
            <NumberInput unit={chart.unit || undefined} />
          </Field>
        </FormRow>
      )}
      <Field label="说明" of={form.at('note')} hint="例如依据的证书或换样原因">
        <TextInput maxLength={200} />
      </Field>
      <p role="note">新界限从现在起用，只判断此后的测量；以前的测量与判断保留。</p>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          设定
        </Button>
      </FormActions>
    </Form>
  )
}
