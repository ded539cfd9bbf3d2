import { detachFiles, keepGenerated, takeBack } from '../../../core/files/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import { reportDocument } from './document-actions.ts'
import { reportLifecycle } from '../rules.ts'
import { reportById, setReportPdf } from '../store.ts'

/** Renders the PDF of a report, with a stamp on every page when it is replaced or withdrawn. Safe to repeat. */
export async function renderReport(ctx: Ctx, id: number): Promise<void> {
  const report = await reportById(ctx.db, id)
  if (!report || report.pdfFileId !== null) return
  const bytes = await renderPdf(await reportDocument(ctx, report))
  const stamp = report.stage === 'valid' ? '' : `-${reportLifecycle.stages[report.stage]}`
  const file = await keepGenerated(ctx, {
    name: `检测报告-${report.orderNo}-第${report.edition}版${stamp}.pdf`,
    mime: 'application/pdf',
    bytes,
    purpose: 'report',
    customerId: report.customerId,
    attachedTo: `order:${report.orderId}`,
  })
  if ((await setReportPdf(ctx.db, id, file.id, report.stage)) > 0) return
  // When it was replaced or withdrawn meanwhile, the job of that transition renders it with its stamp.
  await takeBack(ctx, [file.id])
  await detachFiles(ctx, [file.id])
}
