import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { type staffInvoiceDeclineRed, type staffInvoiceReject, type staffInvoiceTakeBack } from '../staff-contract.ts'
import { type StaffApplication, staffInvoiceList } from '../list-contract.ts'

export interface FormProps {
  row: StaffApplication
  today: string
  onCancel: () => void
  onDone: (text: string) => void
}

interface Props extends FormProps {
  call: typeof staffInvoiceReject | typeof staffInvoiceTakeBack | typeof staffInvoiceDeclineRed
  label: string
  act: string
  done: string
}

/** A step back that needs a reason. */
export function ReasonForm({ row, call, label, act, done, onCancel, onDone }: Props) {
  const step = useAct(call as typeof staffInvoiceReject, { refreshes: [staffInvoiceList] })
  const form = useZodForm({
    schema: call.input,
    initial: { id: row.id, version: row.version, reason: '' },
    onSubmit: async (input) => {
      await step.submit(input)
      onDone(done)
    },
  })
  return (
    <Form form={form} aria-label={act}>
      <Field label={label} of={form.at('reason')} required hint="驳回与不予红冲的原因客户可见">
        <TextArea rows={3} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onCancel}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {act}
        </Button>
      </FormActions>
    </Form>
  )
}
