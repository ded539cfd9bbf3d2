import { useState } from 'react'
import { bankList } from '../list-contract.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { bankImport } from '../contract.ts'
import { bankColumns, readBankLines } from '../rules.ts'

/** Parses rows pasted from the bank's statement and shows the result before anything is sent. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="导入银行流水" size="l">
      <ImportForm onClose={onClose} />
    </Dialog>
  )
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const send = useAct(bankImport, { refreshes: [bankList] })
  const form = useZodForm({
    schema: bankImport.input,
    initial: { text: '' },
    onSubmit: async (input) => {
      const { imported, skipped } = await send.submit(input)
      toast.success(`已导入 ${imported} 条${skipped > 0 ? `，${skipped} 条此前已导入` : ''}`)
      onClose()
    },
  })
  // One point in time for the whole dialog; the server uses its own clock.
  const [openedAt] = useState(() => new Date())
  const { lines, faults } = readBankLines(form.values.text ?? '', openedAt)
  const totalFen = lines.reduce((sum, line) => sum + line.amountFen, 0)
  return (
    <Form form={form} aria-label="导入银行流水">
      <Field
        label="流水内容"
        of={form.at('text')}
        required
        hint={`从网银导出表复制后粘贴，列顺序：${bankColumns.join('、')}；后两列可空`}
      >
        <TextArea rows={10} spellCheck={false} wrap="off" />
      </Field>
      <div role="status">
        {lines.length > 0 && (
          <p>
            识别到 {lines.length} 条，合计 <Money fen={totalFen} />
          </p>
        )}
        {faults.slice(0, 5).map((fault) => (
          <p key={fault} style={{ color: 'var(--danger)' }}>
            {fault}
          </p>
        ))}
      </div>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" variant="primary" busy={form.busy} disabled={faults.length > 0}>
          导入
        </Button>
      </FormActions>
    </Form>
  )
}
