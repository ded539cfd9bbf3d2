import { bankList, receivedList } from '../list-contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { type BankLine } from '../contract.ts'
import { bankKeep } from '../received/received-contract.ts'
import { transferCode } from '../rules.ts'

/** Records a bank line without a claim as money of a known customer, to be assigned or returned later. */
export function KeepDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="记为客户的待分配到账" size="s">
      <KeepForm line={line} onClose={onClose} />
    </Dialog>
  )
}

function KeepForm({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const keep = useAct(bankKeep, { refreshes: [bankList, receivedList] })
  const form = useZodForm({
    schema: bankKeep.input,
    initial: {
      bankLineId: line.id,
      customer: line.customerId === null ? '' : transferCode(line.customerId),
      reason: line.customerId === null ? '' : '附言中的识别码',
    },
    onSubmit: async (input) => {
      await keep.submit(input)
      toast.success('已记为该客户的待分配到账')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="记为客户的待分配到账">
      <p>
        流水 {line.serial}（{line.payer}）到账 <Money fen={line.amountFen} />
        。之后可分配到预存余额、订单预付款或结算单，也可退回。
      </p>
      <Field label="客户手机号或识别码" of={form.at('customer')} required>
        <TextInput />
      </Field>
      <Field label="认领依据" of={form.at('reason')} required hint="例如：付款户名与客户单位一致，已电话确认">
        <TextArea rows={2} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          确认
        </Button>
      </FormActions>
    </Form>
  )
}
