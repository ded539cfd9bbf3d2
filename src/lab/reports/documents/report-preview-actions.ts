import { keepGenerated, linkTo } from '../../../core/files/actions.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import type { staffReportPreview } from '../contract.ts'
import { reportErrors } from '../errors.ts'
import { nextEdition } from '../publish-actions.ts'
import { reportDocument } from './document-actions.ts'

/**
 * A link to the report as it would be published now, for whoever records, hands in or verifies: what is wrong on it is seen before
 * the customer has it. It has a stamp on every page and no code. The file is removed after a day.
 */
export async function reportPreview(ctx: Ctx<Staff>, { orderNo, browserKey }: InputOf<typeof staffReportPreview>) {
  const edition = await nextEdition(ctx, orderNo)
  if (!edition) throw refuse(reportErrors.nothingToPublish)
  const file = await keepGenerated(ctx, {
    name: `检测报告预览-${orderNo}.pdf`,
    mime: 'application/pdf',
    bytes: await renderPdf(await reportDocument(ctx, { ...edition, stage: 'valid', withdrawnReason: '' })),
    purpose: 'orderPaper',
    customerId: null,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}
