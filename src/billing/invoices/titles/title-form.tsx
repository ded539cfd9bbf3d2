import { taxNoDoubt, tidyTaxNo } from '../../../lab/orders/invoicing/invoice-rules.ts'
import {
  invoiceAdd,
  invoiceEdit,
  invoiceList,
  type InvoiceTitle,
} from '../../../lab/orders/invoicing/title-contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'

interface Props {
  title?: InvoiceTitle
  /** What the form of a new title begins with. */
  initial?: Partial<Omit<InvoiceTitle, 'id' | 'default'>>
  onCancel: () => void
  onSaved: (saved: InvoiceTitle) => void
}

/** Adds a new title or edits `title`. */
export function TitleForm({ title, initial, onCancel, onSaved }: Props) {
  const refreshes = [invoiceList]
  const add = useAct(invoiceAdd, { refreshes })
  const edit = useAct(invoiceEdit, { refreshes })
  const from = title ?? initial
  const form = useZodForm({
    schema: invoiceAdd.input,
    initial: {
      title: from?.title ?? '',
      naturalPerson: from?.naturalPerson ?? false,
      taxNo: from?.taxNo ?? '',
      bank: from?.bank ?? '',
      bankAccount: from?.bankAccount ?? '',
      address: from?.address ?? '',
      phone: from?.phone ?? '',
      default: title?.default ?? false,
    },
    onSubmit: async (input) => onSaved(await (title ? edit.submit({ ...input, id: title.id }) : add.submit(input))),
  })
  const { naturalPerson = false, taxNo = '' } = form.values
  const doubtful = taxNoDoubt(tidyTaxNo(taxNo)) !== undefined
  return (
    <Form form={form} aria-label="发票抬头">
      <Field label="抬头类型" of={form.at('naturalPerson')} as="group">
        <RadioGroup
          value={naturalPerson ? 'person' : 'company'}
          onValue={(value) => form.set('naturalPerson', value === 'person')}
          options={[
            { value: 'company', label: '单位' },
            { value: 'person', label: '个人' },
          ]}
        />
      </Field>
      <Field
        label={naturalPerson ? '姓名' : '单位全称'}
        of={form.at('title')}
        required
        hint={naturalPerson ? '个人只能开具普通发票' : '与营业执照或单位证书一致'}
      >
        <TextInput maxLength={80} autoComplete="organization" />
      </Field>
      {!naturalPerson && (
        <Field label="税号" of={form.at('taxNo')} required hint="统一社会信用代码，18 位；旧税号 15 或 20 位也可">
          <TextInput maxLength={40} />
        </Field>
      )}
      {doubtful && !naturalPerson && (
        <Checkbox value={form.values.taxNoConfirmed === true} onValue={(on) => form.set('taxNoConfirmed', on)}>
          税号已核对（校验位不符，请对照营业执照）
        </Checkbox>
      )}
      {!naturalPerson && (
        <>
          <FormRow>
            <Field label="开户行" of={form.at('bank')} hint="需要印在发票上时填写">
              <TextInput maxLength={80} />
            </Field>
            <Field label="银行账号" of={form.at('bankAccount')}>
              <TextInput maxLength={40} inputMode="numeric" />
            </Field>
          </FormRow>
          <FormRow>
            <Field label="注册地址" of={form.at('address')}>
              <TextInput maxLength={120} />
            </Field>
            <Field label="注册电话" of={form.at('phone')}>
              <TextInput maxLength={20} type="tel" />
            </Field>
          </FormRow>
        </>
      )}
      {!title?.default && (
        <Checkbox value={form.values.default === true} onValue={(on) => form.set('default', on)}>
          设为默认抬头
        </Checkbox>
      )}
      <FormActions>
        <Button onClick={onCancel}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          保存抬头
        </Button>
      </FormActions>
    </Form>
  )
}
