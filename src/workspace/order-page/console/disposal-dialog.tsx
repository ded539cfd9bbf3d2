import type { z } from 'zod'
import { useAct } from '../../../platform/client/use-call.ts'
import type { sampleItem } from '../../../lab/samples/contract.ts'
import { staffSampleDispose } from '../../../lab/intake/contract.ts'
import { sampleLifecycle } from '../../../lab/samples/rules.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { orderReads } from './order-reads.ts'

export type Disposal = z.input<typeof staffSampleDispose.input>['action']

/** What each action means; shown before it is confirmed. */
const notes: Record<Disposal, string> = {
  keep: '转入留样，到期后按规定销毁',
  destroy: '已按规定销毁，不能撤销',
  consume: '在检测中用完，不再寄回，不能撤销',
  lose: '样品找不到了，需说明情况',
  reportAbnormal: '样品本身有问题，暂不用于检测',
  resume: '异常已解除，可以继续检测',
}

interface DisposalProps {
  sample: z.output<typeof sampleItem>
  disposals: readonly Disposal[]
  onClose: () => void
}

export function DisposalDialog(props: DisposalProps) {
  return (
    <Dialog open onClose={props.onClose} title={`处置 ${props.sample.sampleNo}`} size="s">
      <DisposalForm {...props} />
    </Dialog>
  )
}

function DisposalForm({ sample, disposals, onClose }: DisposalProps) {
  const act = useAct(staffSampleDispose, { refreshes: orderReads })
  const { transitions } = sampleLifecycle
  const form = useZodForm({
    schema: staffSampleDispose.input,
    initial: { sampleNo: sample.sampleNo },
    onSubmit: async (input) => {
      await act.submit(input)
      toast.success(`${sample.sampleNo} 已登记`)
      onClose()
    },
  })
  const chosen = form.values.action
  return (
    <Form form={form}>
      <Field label="登记为" as="group" of={form.at('action')} required>
        <RadioGroup
          cards
          options={disposals.map((action) => ({
            value: action,
            label: transitions[action].label,
            note: notes[action],
          }))}
        />
      </Field>
      {chosen && transitions[chosen].reason && (
        <Field label="原因" of={form.at('reason')} required>
          <TextArea rows={2} maxLength={200} />
        </Field>
      )}
      <FormActions>
        <Button onClick={onClose}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          确定
        </Button>
      </FormActions>
    </Form>
  )
}
