import { keepGenerated } from '../../../core/files/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import { contractDocument } from './contract-document.ts'
import { contractById, setPdf, setSignedPdf } from '../store.ts'

/**
 * Renders the PDF to sign, and after both signatures the signed PDF. Rendering runs outside a transaction. Safe to repeat: an
 * existing PDF is kept.
 */
export async function renderContract(ctx: Ctx, id: number): Promise<void> {
  const row = await contractById(ctx.db, id)
  if (!row || row.stage === 'void') return
  const signed = row.stage === 'effective'
  if (signed ? row.signedPdfFileId !== null : row.pdfFileId !== null) return
  const bytes = await renderPdf(contractDocument(row))
  const file = await keepGenerated(ctx, {
    name: `${row.contractNo}${signed ? '-已签署' : ''}.pdf`,
    mime: 'application/pdf',
    bytes,
    purpose: 'agreement',
    customerId: row.customerId,
    attachedTo: `contract:${row.id}`,
  })
  if (signed) await setSignedPdf(ctx.db, id, file.id)
  else await setPdf(ctx.db, id, file.id, file.sha256)
}
