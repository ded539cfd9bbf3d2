import { useState } from 'react'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/input.tsx'
import type { EntryForm } from './entry-rules.ts'
import { type PastedSample, parseSampleSheet, sheetColumns } from './sheet-rules.ts'

export interface PasteDialogProps {
  projectName: string
  sampleCount: number
  /** What the project accepts. */
  forms: readonly EntryForm[]
  onClose: () => void
  /** `resize`: set the number of samples to the number of pasted rows. */
  onApply: (samples: PastedSample[], resize: boolean) => void
}

/** Shows the rows to be inserted and every cell that could not be read, before anything changes. */
export function PasteDialog({ projectName, sampleCount, forms, onClose, onApply }: PasteDialogProps) {
  const [text, setText] = useState('')
  const { samples, issues } = parseSampleSheet(text, forms)
  const differs = samples.length > 0 && samples.length !== sampleCount
  return (
    <Dialog
      open
      onClose={onClose}
      title="从表格粘贴样品"
      size="l"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          {differs && (
            <Button onClick={() => onApply(samples, false)}>只填前 {Math.min(samples.length, sampleCount)} 个</Button>
          )}
          <Button
            variant="primary"
            aria-disabled={samples.length === 0}
            onClick={() => samples.length > 0 && onApply(samples, differs)}
          >
            {differs ? `改为 ${samples.length} 个样品并填入` : '填入'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          「{projectName}」方案中为 {sampleCount} 个样品。在 Excel 或 WPS 中选中单元格复制后粘贴到下面，列的顺序：
          {sheetColumns.join('、')}
          ；有表头时按表头识别，只有一列时作为样品名称。
        </p>
        <Field label="粘贴内容">
          <TextArea rows={8} value={text} onValue={setText} spellCheck={false} />
        </Field>
        <div role="status">
          {samples.length > 0 && <p>识别到 {samples.length} 个样品。</p>}
          {issues.length > 0 && (
            <ul style={{ paddingInlineStart: 'var(--space-24)', color: 'var(--danger)' }}>
              {issues.slice(0, 20).map((issue) => (
                <li key={`${issue.row}${issue.message}`}>
                  {issue.row > 0 && `第 ${issue.row} 行：`}
                  {issue.message}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Dialog>
  )
}
