import { useState } from 'react'
import { OneFileInput } from '../../../core/files/one-file-input.tsx'
import type { Call, OutputOf } from '../../../platform/contract/call.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { FormDialog } from '../../../ui/feedback/form-dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextInput } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Money } from '../../../ui/text/money.tsx'
import {
  type Claim,
  prestoreApplyAdd,
  prestoreApplyInit,
  prestoreApplyList,
  transferApplyAdd,
  transferApplyEdit,
  transferApplyList,
} from '../contract.ts'
import { TransferInfo } from '../transfer-info.tsx'

/** What is paid by the transfer. */
export interface TransferTarget {
  kind: 'settlement' | 'order'
  no: string
  amountFen: number
  /** What is paid, in words. */
  about: string
}

interface Props {
  /** Without it the transfer is for the balance. */
  target?: TransferTarget
  /** The claim to correct; without it a new one is made. */
  edit?: Claim
  /** Other calls whose answers change with the claim. */
  refreshes?: Call[]
  onClose: () => void
  onSaved: () => void
}

/** Shows where to transfer the money and tells finance which transfer to expect. */
export function ClaimDialog(props: Props) {
  const { target, edit, onClose } = props
  const title = edit ? '修改转账申请' : target ? '银行转账付款' : '申请预存'
  return (
    <FormDialog open onClose={onClose} title={title}>
      <TransferClaim {...props} />
    </FormDialog>
  )
}

/** The content of the dialog, also for other dialogs that offer a bank transfer as one way of paying. */
export function TransferClaim(props: Props) {
  const info = useCall(prestoreApplyInit, {})
  return <Loaded of={info}>{(data) => <ClaimForm info={data} {...props} />}</Loaded>
}

function ClaimForm({
  info,
  target,
  edit,
  refreshes = [],
  onClose,
  onSaved,
}: Props & { info: OutputOf<typeof prestoreApplyInit> }) {
  const changed = { refreshes: [transferApplyList, prestoreApplyList, prestoreApplyInit, ...refreshes] }
  const prestore = useAct(prestoreApplyAdd, changed)
  const pay = useAct(transferApplyAdd, changed)
  const change = useAct(transferApplyEdit, changed)
  const [sending, setSending] = useState(false)
  const form = useZodForm({
    schema: prestoreApplyAdd.input,
    initial: edit
      ? {
          amountFen: edit.amountFen,
          payerName: edit.payerName,
          transferredOn: edit.transferredOn,
          voucherFileId: edit.voucherFileId,
          remark: edit.remark,
        }
      : {
          amountFen: target?.amountFen,
          payerName: info.payerName,
          transferredOn: info.today,
          voucherFileId: null,
          remark: '',
        },
    onSubmit: async (input) => {
      if (edit) await change.submit({ ...input, id: edit.id, version: edit.version })
      else if (target) await pay.submit({ ...input, kind: target.kind, no: target.no })
      else await prestore.submit(input)
      onSaved()
      onClose()
    },
  })
  return (
    <Form form={form} aria-label={target ? '转账付款' : '预存申请'}>
      {target && (
        <p>
          {target.about}，应付 <Money fen={target.amountFen} price />
          。请转账至以下账户，附言照抄；转账后填写下面的信息，财务核对到账后自动付款。
        </p>
      )}
      {!edit && <TransferInfo bank={info.bank} transferCode={info.transferCode} payableNo={target?.no} />}
      <FormRow>
        <Field label="转账金额" of={form.at('amountFen')} required hint="须与实际到账金额一致">
          <MoneyInput />
        </Field>
        <Field label="转账日期" of={form.at('transferredOn')} required>
          <TextInput type="date" max={info.today} />
        </Field>
      </FormRow>
      <Field label="付款户名" of={form.at('payerName')} required hint="银行账户的户名，如学校、公司或个人姓名">
        <TextInput autoComplete="organization" />
      </Field>
      <Field label="转账凭证" of={form.at('voucherFileId')} as="group" hint="选填，可加快核对；到账以银行流水为准">
        <OneFileInput
          label="选择转账凭证"
          as="customer"
          purpose="voucher"
          accept="image/*,application/pdf"
          formats="图片或 PDF"
          keptName={edit?.voucherFileId ? '已上传的凭证' : undefined}
          onFile={(id) => form.set('voucherFileId', id)}
          onBusy={setSending}
        />
      </Field>
      <Field label="备注" of={form.at('remark')}>
        <TextInput maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy || sending}>
          {edit ? '保存并重新提交' : '提交申请'}
        </Button>
      </FormActions>
    </Form>
  )
}
