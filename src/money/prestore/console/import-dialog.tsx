import { useState } from 'react'
import { bankList } from '../list-contract.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Form, FormActions, useZodForm } from '../../../ui/inputs/form.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import { TableFileInput } from '../../../ui/inputs/table-file-input.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { bankImport, bankKnown } from '../contract.ts'
import { bankColumns } from '../received/statement-column-rules.ts'
import { comparedLines, readBankLines, type Statement } from '../received/statement-rules.ts'
import { MOST_BANK_LINES } from '../rules.ts'

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
  const read = readBankLines(form.values.text ?? '', openedAt)
  const { fresh, known, faults } = useKnown(read)
  const totalFen = fresh.reduce((sum, line) => sum + line.amountFen, 0)
  return (
    <Form form={form} aria-label="导入银行流水">
      <Field
        label="流水内容"
        of={form.at('text')}
        required
        hint={`选择网银导出的原文件，或连同表头一起复制后粘贴，列的顺序不限；没有表头时按此顺序：${bankColumns.join('、')}，后两列可空`}
      >
        <TextArea rows={8} spellCheck={false} wrap="off" />
      </Field>
      <TableFileInput onText={(text) => form.set('text', text)} />
      <div role="status">
        {read.lines.length > 0 && (
          <p>
            识别到 {read.lines.length} 条，新的 {fresh.length} 条，合计 <Money fen={totalFen} />
          </p>
        )}
        {read.outgoing + read.others > 0 && <p>{leftOutText(read)}</p>}
        {known.length > 0 && (
          <p>{`${known.length} 条此前已导入，不会重复导入：${someSerials(known.map((line) => line.serial))}`}</p>
        )}
        {faults.slice(0, 5).map((fault) => (
          <p key={fault} style={{ color: 'var(--danger)' }}>
            {fault}
          </p>
        ))}
      </div>
      <FormActions>
        <Button onClick={onClose}>取消</Button>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={faults.length > 0 || (read.lines.length > 0 && fresh.length === 0)}
        >
          导入
        </Button>
      </FormActions>
    </Form>
  )
}

/** What of the pasted lines is new; lines that were imported before are asked for, so that nobody finds out afterwards. */
function useKnown({ lines, faults }: Statement) {
  const serials = lines.slice(0, MOST_BANK_LINES).map((line) => line.serial)
  const before = useCall(bankKnown, { serials }, { enabled: serials.length > 0 })
  const compared = comparedLines(lines, before.data?.list ?? [])
  return { ...compared, faults: [...faults, ...compared.faults] }
}

/** So that nobody looks for rows that are not there. */
function leftOutText({ outgoing, others }: Statement): string {
  const parts = [
    ...(outgoing > 0 ? [`${outgoing} 条支出`] : []),
    ...(others > 0 ? [`${others} 行没有流水号、日期和户名（如合计）`] : []),
  ]
  return `未计入：${parts.join('、')}`
}

const someSerials = (serials: readonly string[]) =>
  serials.length > 10 ? `${serials.slice(0, 10).join('、')} 等` : serials.join('、')
