import { useState } from 'react'
import { useAct } from '../../../platform/client/use-call.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffWithdrawPay, type StaffWithdrawal } from '../contract.ts'
import { staffWithdrawList } from '../list-contract.ts'

/** Records the bank transfer after it was made; the amount is typed again. */
export function PayDialog({ row, onClose }: { row: StaffWithdrawal; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`登记打款 ${row.withdrawalNo}`} size="s">
      <PayForm row={row} onClose={onClose} />
    </Dialog>
  )
}

function PayForm({ row, onClose }: { row: StaffWithdrawal; onClose: () => void }) {
  const pay = useAct(staffWithdrawPay, { refreshes: [staffWithdrawList] })
  const [today] = useState(() => shanghaiDate(new Date()))
  const form = useZodForm({
    schema: staffWithdrawPay.input,
    initial: { id: row.id, version: row.version, paidOn: today },
    onSubmit: async (input) => {
      await pay.submit(input)
      toast.success('已登记打款，客户会收到通知')
      onClose()
    },
  })
  return (
    <Form form={form} aria-label="登记打款">
      <p>
        请先在网银汇出 <Money fen={row.amountFen} price /> 至 {row.holder}（{row.bank}）
        <span className="num"> {row.fullAccount}</span> <CopyButton text={row.fullAccount} aria-label="复制收款账号" />
      </p>
      <Field label="打款金额" of={form.at('amountFen')} required hint="再次输入以确认">
        <MoneyInput />
      </Field>
      <FormRow>
        <Field label="银行流水号" of={form.at('bankSerial')} required>
          <TextInput autoComplete="off" />
        </Field>
        <Field label="打款日期" of={form.at('paidOn')} required>
          <TextInput type="date" max={today} />
        </Field>
      </FormRow>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          登记打款
        </Button>
      </FormActions>
    </Form>
  )
}
