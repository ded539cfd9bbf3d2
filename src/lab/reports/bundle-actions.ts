import { linkToBundle } from '../../core/files/actions.ts'
import { uniquePaths } from '../../core/files/rules.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { deliveredFiles, deliveryForStaff } from './actions.ts'

/** A link to a ZIP with the current files of an order: a folder per sample, and the newest report. Replaced files are left out. */
export async function zipOfOrder(ctx: Ctx<Customer> | Ctx<Staff>, orderNo: string, browserKey: string | undefined) {
  const { files, reports } =
    ctx.actor.kind === 'customer'
      ? await deliveredFiles(ctx as Ctx<Customer>, orderNo)
      : await deliveryForStaff(ctx as Ctx<Staff>, orderNo)
  const current = files
    .filter((file) => !file.replaced)
    .map((file) => ({ id: file.id, path: `${file.sampleNo || '整个订单'}/${file.name}` }))
  const report = reports[0]
  const printed = report?.pdfFileId ? [{ id: report.pdfFileId, path: `检测报告-第${report.edition}版.pdf` }] : []
  return linkToBundle(ctx, { entries: uniquePaths([...printed, ...current]), name: `${orderNo}.zip` }, browserKey)
}
