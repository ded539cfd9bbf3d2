import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type StaffCreditApplication, staffCreditRaise } from '../contract.ts'
import { staffCreditList } from '../list-contract.ts'
import { applicantOf } from './applicant.ts'

export function RaiseForm({ row, onClose }: { row: StaffCreditApplication; onClose: () => void }) {
  const raise = useAct(staffCreditRaise, { refreshes: [staffCreditList] })
  const form = useZodForm({
    schema: staffCreditRaise.input,
    initial: { applicationId: row.id, version: row.version, grantedFen: row.wantedFen },
    onSubmit: async (input) => {
      const { stage } = await raise.submit(input)
      toast.success(stage === 'approved' ? '新额度即时生效' : '已提交复核，由另一位同事确认后生效')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="通过额度申请">
      <p>
        {applicantOf(row)}，现有额度 <Money fen={row.credit.limitFen} />
        ，申请 <Money fen={row.wantedFen} />。
      </p>
      {/* On a phone the list has no room for it. */}
      <p>理由：{row.reason}</p>
      <Field label="批准额度" of={form.at('grantedFen')} required>
        <MoneyInput />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          通过
        </Button>
      </FormActions>
    </Form>
  )
}
