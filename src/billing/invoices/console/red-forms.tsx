import { useState } from 'react'
import { OneFileInput } from '../../../core/files/one-file-input.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { RadioGroup } from '../../../ui/inputs/choice.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { MoneyInput, TextArea, TextInput } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { type RedParts, RedPartsInput } from '../red-letters/red-parts.tsx'
import { redReasons } from '../rules.ts'
import { staffInvoiceAskRed, staffInvoiceRedByProvider, staffInvoiceRedden } from '../staff-contract.ts'
import { staffInvoiceList } from '../list-contract.ts'
import type { FormProps } from './reason-form.tsx'

const refreshes = [staffInvoiceList]

export function AskRedForm({ row, onCancel, onDone }: FormProps) {
  const ask = useAct(staffInvoiceAskRed, { refreshes })
  const form = useZodForm({
    schema: staffInvoiceAskRed.input,
    initial: { id: row.id, version: row.version, note: '' },
    onSubmit: async (input) => {
      await ask.submit(input)
      onDone('已转入红冲中')
    },
  })
  return (
    <Form form={form} aria-label="发起红冲">
      <Field label="红冲原因" of={form.at('reason')} as="group" required>
        <RadioGroup options={Object.entries(redReasons).map(([value, label]) => ({ value, label }))} />
      </Field>
      <Field label="红冲范围" of={form.at('parts')} as="group" hint="开票有误时只能整张红冲">
        <RedPartsInput
          row={row}
          parts={form.values.parts as RedParts}
          onParts={(parts) => form.set('parts', parts)}
          at={form.at}
        />
      </Field>
      <Field label="说明" of={form.at('note')} required hint="客户可见">
        <TextArea rows={3} maxLength={200} />
      </Field>
      <FormActions>
        <Button onClick={onCancel}>返回</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          发起红冲
        </Button>
      </FormActions>
    </Form>
  )
}

/** Registers a red letter that finance has issued. The amount is typed against mistakes. */
export function ReddenForm({ row, today, onCancel, onDone }: FormProps) {
  const redden = useAct(staffInvoiceRedden, { refreshes })
  const [sending, setSending] = useState(false)
  const form = useZodForm({
    schema: staffInvoiceRedden.input,
    initial: { id: row.id, version: row.version, redNo: '', redOn: today, fileId: null },
    onSubmit: async (input) => {
      await redden.submit(input)
      onDone('已红冲，红冲的金额恢复为可开票')
    },
  })
  return (
    <Form form={form} aria-label="登记红字发票">
      <Warning row={row} />
      <FormRow>
        <Field label="红字发票号码" of={form.at('redNo')} required hint="20 位数字">
          <TextInput inputMode="numeric" maxLength={30} />
        </Field>
        <Field label="红冲日期" of={form.at('redOn')} required>
          <TextInput type="date" max={today} />
        </Field>
      </FormRow>
      <Field label="输入红冲金额以确认" of={form.at('amountFen')} required>
        <MoneyInput />
      </Field>
      <Field label="红字发票 PDF" of={form.at('fileId')} as="group">
        <OneFileInput
          label="选择红字发票 PDF"
          as="staff"
          purpose="invoice"
          accept=".pdf"
          formats="PDF"
          onFile={(fileId) => form.set('fileId', fileId)}
          onBusy={setSending}
        />
      </Field>
      <FormActions>
        <Button onClick={onCancel}>返回</Button>
        <Button type="submit" variant="danger" busy={form.busy} disabled={sending}>
          登记红字发票
        </Button>
      </FormActions>
    </Form>
  )
}

/** Has the provider apply for the red letter and issue it. */
export function ProviderRedForm({ row, onCancel, onDone }: FormProps) {
  const ask = useAct(staffInvoiceRedByProvider, { refreshes })
  const form = useZodForm({
    schema: staffInvoiceRedByProvider.input,
    initial: { id: row.id, version: row.version },
    onSubmit: async (input) => {
      await ask.submit(input)
      onDone('已提交红字确认单')
    },
  })
  return (
    <Form form={form} aria-label="由开票平台红冲">
      <Warning row={row} />
      <Field label="输入红冲金额以确认" of={form.at('amountFen')} required>
        <MoneyInput />
      </Field>
      <FormActions>
        <Button onClick={onCancel}>返回</Button>
        <Button type="submit" variant="danger" busy={form.busy}>
          提交红字确认单
        </Button>
      </FormActions>
    </Form>
  )
}

function Warning({ row }: Pick<FormProps, 'row'>) {
  return (
    <p>
      发票 <span className="num">{row.invoiceNo}</span>，金额 <Money fen={row.amountFen} />
      ，本次红冲 <Money fen={row.redAskedFen} />
      ，原因：{row.redReason}
      {row.redNote && `（${row.redNote}）`}。红冲后不能恢复。
    </p>
  )
}
