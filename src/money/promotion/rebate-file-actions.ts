import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import type { Cell } from '../../platform/sheet/sheet.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { shanghaiDate } from '../../platform/time.ts'
import type { promoterRebateFile } from './contract.ts'
import { promotionErrors } from './errors.ts'
import { rebatesPage } from './rebate-store.ts'
import { rebateFilter, rebatesShown } from './view-actions.ts'

/** In the text of `tooManyRebates` as well. */
const MOST_REBATES = 20_000

const columns = ['订单', '客户', '手机号', '付清时间', '实付（元）', '返利（元）', '待抵扣（元）', '状态', '到期日']

/** A link to the rebates of the promoter as a table, masked like the list. */
export async function rebatesFile(ctx: Ctx<Customer>, { tab, browserKey }: InputOf<typeof promoterRebateFile>) {
  const rows = await rebatesPage(ctx.db, rebateFilter(ctx, tab), MOST_REBATES + 1, 0)
  if (rows.length === 0) throw refuse(promotionErrors.noRebates)
  if (rows.length > MOST_REBATES) throw refuse(promotionErrors.tooManyRebates)
  const shown = await rebatesShown(ctx, rows)
  const cells = shown.map((row): Cell[] => [
    ...[row.orderNo, row.customerName, row.customerPhone, row.paidAt],
    ...[row.baseFen / 100, row.amountFen / 100, row.owedFen / 100],
    ...[row.stateLabel, row.dueOn],
  ])
  const file = await keepGenerated(ctx, {
    name: `返利明细-${shanghaiDate(ctx.clock.now())}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await xlsxInThread([{ name: '返利明细', rows: [columns, ...cells] }]),
    purpose: 'rebateSheet',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}
