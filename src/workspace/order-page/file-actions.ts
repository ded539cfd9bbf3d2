import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { orderErrors } from '../../lab/orders/errors.ts'
import { fundingOf } from '../../lab/orders/spending/funding-actions.ts'
import type { orderHistoryFile } from '../../lab/orders/history/history-contract.ts'
import { findOrders } from '../../lab/orders/read-actions.ts'
import type { OrderRow } from '../../lab/orders/record-rules.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import type { Cell } from '../../platform/sheet/sheet.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { filterOf, groupsOf, stagesOf, summaryOf } from './list-actions.ts'

/** In the text of `tooManyToExport` as well. */
const MOST_ORDERS = 5000

/** A link to the orders that were found, as a table. What may be read is decided by the same condition as in the list. */
export async function ordersFile(
  ctx: Ctx<Customer>,
  { tab, stage, browserKey, ...asked }: InputOf<typeof orderHistoryFile>,
) {
  const { rows } = await findOrders(ctx, {
    ...(await filterOf(ctx, asked)),
    stages: stagesOf(tab, stage),
    limit: MOST_ORDERS + 1,
  })
  if (rows.length === 0) throw refuse(orderErrors.nothingToExport)
  if (rows.length > MOST_ORDERS) throw refuse(orderErrors.tooManyToExport)
  const file = await keepGenerated(ctx, {
    name: `订单-${shanghaiDate(ctx.clock.now())}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await xlsxInThread([{ name: '订单', rows: await tableOf(ctx, rows) }]),
    purpose: 'orderSheet',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

const columns = [
  '订单号',
  '检测项目',
  '状态',
  '加急',
  '样品数',
  '金额（元）',
  '课题号/经费卡',
  '下单人',
  '付款方',
  '提交时间',
  '交付时间',
  '付款时间',
]

async function tableOf(ctx: Ctx, rows: OrderRow[]): Promise<Cell[][]> {
  const now = ctx.clock.now()
  const groups = await groupsOf(ctx, rows)
  const funding = await fundingOf(
    ctx,
    rows.map(({ id }) => id),
  )
  const people = await customersOf(ctx, [...new Set(rows.flatMap((row) => [row.customerId, row.payerId]))])
  return [
    columns,
    ...rows.map((row) => {
      const order = summaryOf(row, now, undefined)
      return [
        order.orderNo,
        order.title,
        order.stageName,
        order.urgent ? '是' : '否',
        order.sampleCount,
        order.amountFen === null ? null : order.amountFen / 100,
        funding.get(row.id) ?? '',
        customerName(people.get(row.customerId)),
        groups.get(row.id)?.name ?? customerName(people.get(row.payerId)),
        order.createdAt,
        order.deliveredAt ?? '',
        order.paidAt ?? '',
      ]
    }),
  ]
}
