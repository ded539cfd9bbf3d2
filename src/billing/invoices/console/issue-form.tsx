import { useState } from 'react'
import { OneFileInput } from '../../../core/files/one-file-input.tsx'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, FormRow, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'
import { staffInvoiceAttach, staffInvoiceIssue } from '../staff-contract.ts'
import { staffInvoiceList } from '../list-contract.ts'
import type { FormProps } from './reason-form.tsx'

/** Registers the number of an invoice with its files, or adds files to a registered one. */
export function IssueForm({ row, today, attach, onCancel, onDone }: FormProps & { attach: boolean }) {
  const refreshes = [staffInvoiceList]
  const issue = useAct(staffInvoiceIssue, { refreshes })
  const add = useAct(staffInvoiceAttach, { refreshes })
  const [sending, setSending] = useState({ pdf: false, ofd: false, xml: false })
  const form = useZodForm({
    schema: staffInvoiceIssue.input,
    initial: {
      id: row.id,
      version: row.version,
      invoiceNo: row.invoiceNo ?? '',
      issuedOn: row.issuedOn ?? today,
      pdfFileId: null,
      ofdFileId: null,
      xmlFileId: null,
    },
    onSubmit: async ({ id, pdfFileId, ofdFileId, xmlFileId, ...rest }) => {
      const files = { id, pdfFileId, ofdFileId, xmlFileId }
      if (attach) await add.submit(files)
      else await issue.submit({ ...files, ...rest })
      onDone(attach ? '文件已保存，将发送给客户' : '发票已登记')
    },
  })
  const fileInput = (kind: keyof typeof sending) => (
    <OneFileInput
      label={`选择 ${kind.toUpperCase()} 文件`}
      as="staff"
      purpose="invoice"
      accept={`.${kind}`}
      formats={kind.toUpperCase()}
      onFile={(id) => form.set(`${kind}FileId`, id)}
      onBusy={(busy) => setSending((others) => ({ ...others, [kind]: busy }))}
    />
  )
  return (
    <Form form={form} aria-label={attach ? '补传发票文件' : '登记发票'}>
      {!attach && (
        <FormRow>
          <Field label="发票号码" of={form.at('invoiceNo')} required hint="20 位数字">
            <TextInput inputMode="numeric" maxLength={30} />
          </Field>
          <Field label="开票日期" of={form.at('issuedOn')} required>
            <TextInput type="date" max={today} />
          </Field>
        </FormRow>
      )}
      <Field label="PDF 文件" of={form.at('pdfFileId')} as="group" hint="有文件时自动发送到客户邮箱，也可稍后补传">
        {fileInput('pdf')}
      </Field>
      <FormRow>
        <Field label="OFD 文件" of={form.at('ofdFileId')} as="group">
          {fileInput('ofd')}
        </Field>
        <Field label="XML 文件" of={form.at('xmlFileId')} as="group">
          {fileInput('xml')}
        </Field>
      </FormRow>
      <FormActions>
        <Button onClick={onCancel}>返回</Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={Object.values(sending).includes(true)}>
          {attach ? '保存文件' : '登记发票'}
        </Button>
      </FormActions>
    </Form>
  )
}
