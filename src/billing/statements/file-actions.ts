import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { readSettings } from '../../core/settings/actions.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { renderPdf } from '../../platform/pdf/render.ts'
import { xlsxOf } from '../../platform/sheet/sheet.ts'
import { statementOf } from './actions.ts'
import type { StatementView } from './contract.ts'
import { statementSheets } from './statement-sheets.ts'
import { statementDocument } from './statement-document.ts'

export type Format = 'pdf' | 'xlsx'

const mimes = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A link to the statement as a file, which is removed after a day. */
export async function statementLink(
  ctx: Ctx<Customer> | Ctx<Staff>,
  customerId: number,
  { period, format, browserKey }: { period: string; format: Format; browserKey?: string | undefined },
) {
  const view = await statementOf(ctx, customerId, period)
  const file = await keepGenerated(ctx, {
    name: fileName(view, format),
    mime: mimes[format],
    bytes: format === 'pdf' ? await statementPdf(ctx, view) : await statementSheet(view),
    purpose: 'statement',
    customerId,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

export async function statementPdf(ctx: Ctx, view: StatementView): Promise<Uint8Array> {
  const { siteName, localInfo, bankAccount } = await readSettings(ctx, ['siteName', 'localInfo', 'bankAccount'])
  const { phone, address } = localInfo
  return renderPdf(statementDocument(view, { name: siteName, phone, address, bank: bankAccount }))
}

export function fileName(view: StatementView, format: Format): string {
  return `对账单-${view.period}-${view.customerName}.${format}`
}

export function statementSheet(view: StatementView): Promise<Buffer> {
  return xlsxOf(statementSheets(view))
}
