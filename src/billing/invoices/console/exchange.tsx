import { useState } from 'react'
import { browserKey, useDownload } from '../../../core/files/download-button.tsx'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { TableFileInput } from '../../../ui/inputs/table-file-input.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { staffInvoiceExport, staffInvoiceImport } from '../staff-contract.ts'
import { staffInvoiceList } from '../list-contract.ts'

type Filter = Omit<SentTo<typeof staffInvoiceExport>, 'format' | 'browserKey'>

/** Exports everything that the filter finds, in the layout of the tax bureau's tool. */
export function ExportButton({ filter }: { filter: Filter }) {
  return (
    <>
      <FormatButton filter={filter} format="xlsx" />
      <FormatButton filter={filter} format="csv" />
    </>
  )
}

function FormatButton({ filter, format }: { filter: Filter; format: 'xlsx' | 'csv' }) {
  const ask = async () => {
    const answer = await send(staffInvoiceExport, { ...filter, format, browserKey: browserKey() })
    toast.success(`已导出 ${answer.count} 笔`)
    return answer
  }
  const { busy, download } = useDownload(ask)
  return (
    <Button icon="download" busy={busy} onClick={() => void download()}>
      税局格式 {format === 'xlsx' ? 'Excel' : 'CSV'}
    </Button>
  )
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<OutputOf<typeof staffInvoiceImport>>()
  return (
    <Dialog open onClose={onClose} title="导入开票结果" size="l">
      {result ? <Result result={result} onClose={onClose} /> : <ImportForm onClose={onClose} onDone={setResult} />}
    </Dialog>
  )
}

interface ImportProps {
  onClose: () => void
  onDone: (result: OutputOf<typeof staffInvoiceImport>) => void
}

function ImportForm({ onClose, onDone }: ImportProps) {
  const take = useAct(staffInvoiceImport, { refreshes: [staffInvoiceList] })
  const form = useZodForm({
    schema: staffInvoiceImport.input,
    initial: { text: '' },
    onSubmit: async (input) => onDone(await take.submit(input)),
  })
  return (
    <Form form={form} aria-label="导入开票结果">
      <p>
        第一行为列名：申请单号（或发票流水号）、发票号码、开票日期，其余列忽略。可从表格复制后粘贴，或选择 Excel、CSV
        文件。
      </p>
      <TableFileInput onText={(text) => form.set('text', text)} />
      <Field label="开票结果" of={form.at('text')} required>
        <TextArea rows={8} />
      </Field>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          导入
        </Button>
      </FormActions>
    </Form>
  )
}

function Result({ result, onClose }: { result: OutputOf<typeof staffInvoiceImport>; onClose: () => void }) {
  return (
    <div className="stack">
      <p role="status">
        已登记 {result.issued} 张发票
        {result.faults.length > 0 ? `，${result.faults.length} 行有误，没有登记：` : '。'}
      </p>
      {result.faults.length > 0 && (
        <Table
          caption="有误的行"
          hideCaption
          rows={result.faults}
          rowKey={(fault) => String(fault.row)}
          columns={[
            { key: 'row', header: '行', rowHeader: true, render: (fault) => fault.row },
            { key: 'text', header: '内容', render: (fault) => fault.text },
            { key: 'reason', header: '原因', render: (fault) => fault.reason },
          ]}
        />
      )}
      <FormActions>
        <Button variant="primary" onClick={onClose}>
          完成
        </Button>
      </FormActions>
    </div>
  )
}
