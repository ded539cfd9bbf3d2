import { lazy, Suspense, useState } from 'react'
import { browserKey } from '../../../core/files/download-button.tsx'
import { send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { staffReportPreview } from '../contract.ts'

// Loaded when somebody opens a PDF.
const PdfPreview = lazy(async () => ({ default: (await import('../documents/pdf-preview.tsx')).PdfPreview }))

/** Shows the report as it would be published now. `unsaved`: a form of the page has input that the server does not have. */
export function ReportPreview({ orderNo, unsaved }: { orderNo: string; unsaved: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="file" onClick={() => setOpen(true)}>
        预览报告
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={`报告预览 ${orderNo}`} size="l">
          <p>按已保存的记录和数据生成；发布时加上验证码和审核人，去掉“预览”字样。</p>
          {unsaved && <p role="alert">检测记录还有没保存的修改，不在预览中。</p>}
          <Suspense fallback={<Skeleton lines={1} height={480} />}>
            <PdfPreview
              ask={() => send(staffReportPreview, { orderNo, browserKey: browserKey() })}
              name={`报告预览 ${orderNo}`}
            />
          </Suspense>
        </Dialog>
      )}
    </>
  )
}
