import { lazy, Suspense, useState } from 'react'
import { browserKey } from '../../../core/files/download-button.tsx'
import { termsOfForm, type TypedTerms } from '../../../core/settings/report-template-rules.ts'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { reportSpecimen } from '../documents/specimen-contract.ts'

// Loaded when somebody opens a PDF.
const PdfPreview = lazy(async () => ({ default: (await import('../documents/pdf-preview.tsx')).PdfPreview }))

/** Shows how a report is printed with what the form of 检测报告 holds, saved or not, for one of its templates. */
export function ReportSpecimen({ typed }: { typed: Record<string, unknown> }) {
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const terms = termsOfForm(typed as unknown as TypedTerms)
  const names = [...terms.templates.map(({ words }, index) => words.join('、') || `第 ${index + 1} 个模板`), '其他项目']
  const shown = Math.min(at, terms.templates.length)
  return (
    <>
      <Button icon="file" onClick={() => setOpen(true)}>
        报告样张
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="报告样张" size="l">
          <div className="stack">
            <p>按表单里正在填写的内容排版，结果、样品和姓名处以文字代替。</p>
            <Field label="模板">
              <Select
                value={String(shown)}
                onValue={(value) => setAt(Number(value))}
                options={names.map((label, index) => ({ value: String(index), label }))}
              />
            </Field>
            <Suspense fallback={<Skeleton lines={1} height={480} />}>
              <PdfPreview
                key={shown}
                ask={() => send(reportSpecimen, { terms, templateNo: shown, browserKey: browserKey() })}
                name={`报告样张：${names[shown] ?? ''}`}
              />
            </Suspense>
          </div>
        </Dialog>
      )}
    </>
  )
}
