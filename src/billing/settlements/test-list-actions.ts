import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { readSettings } from '../../core/settings/actions.ts'
import { ordersInStages } from '../../lab/orders/actions.ts'
import { orderLines } from '../../lab/orders/read-actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import type { PdfBlock, PdfDocument } from '../../platform/pdf/document.ts'
import { renderPdf } from '../../platform/pdf/render.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { settlementLifecycle } from './rules.ts'
import { rowsOfSettlements, type Settlement, settlementOfParty } from './store.ts'

/** A link to the printed list of the tests of a settlement, for its customer and its payer. The file is removed after a day. */
export async function testListLink(ctx: Ctx<Customer>, no: string, browserKey: string | undefined) {
  const settlement = await settlementOfParty(ctx.db, no, ctx.actor.id)
  if (!settlement) throw refuse(commonErrors.notFound)
  const file = await keepGenerated(ctx, {
    name: `测试清单-${no}.pdf`,
    mime: 'application/pdf',
    bytes: await renderPdf(await testList(ctx, settlement)),
    purpose: 'statement',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

async function testList(ctx: Ctx, settlement: Settlement): Promise<PdfDocument> {
  const { settlementNo, totalFen, stage, payerName, dueAt } = settlement
  const rows = await rowsOfSettlements(ctx.db, [settlement.id])
  const orders = await ordersInStages(ctx, { ids: rows.map((row) => row.orderId) })
  const { siteName, localInfo } = await readSettings(ctx, ['siteName', 'localInfo'])
  const blocks: PdfBlock[] = []
  for (const row of rows) {
    const order = orders.find(({ id }) => id === row.orderId)
    if (!order) continue
    const lines = await orderLines(ctx, order.id)
    const delivered = order.deliveredAt ? `　${shanghaiDate(order.deliveredAt)} 交付` : ''
    blocks.push({ kind: 'heading', text: `订单 ${order.orderNo}${delivered}` })
    blocks.push({
      kind: 'table',
      columns: [
        { header: '检测项目', share: 30 },
        { header: '样品数', share: 9, align: 'right' },
        { header: '计价明细', share: 43 },
        { header: '约定金额', share: 18, align: 'right' },
      ],
      rows: lines.map((line) => [
        line.fundingNo === '' ? line.projectName : `${line.projectName}\n课题号 ${line.fundingNo}`,
        String(line.sampleCount),
        line.priceLines.map(({ label, amountFen }) => `${label} ${formatFen(amountFen)}`).join('\n'),
        line.amountFen === null ? '—' : formatFen(line.amountFen - line.discountFen),
      ]),
      total: ['本单应付', String(order.sampleCount), row.reason, formatFen(row.amountFen)],
    })
  }
  return {
    title: `测试清单 ${settlementNo}`,
    mark: `结算单 ${settlementNo}`,
    owner: `${siteName}　${localInfo.phone}`,
    blocks: [
      { kind: 'title', text: '测试清单', sub: `结算单 ${settlementNo}　　${shanghaiTime(ctx.clock.now())} 生成` },
      {
        kind: 'facts',
        items: [
          { term: '状态', value: settlementLifecycle.stages[stage] },
          { term: '应付合计', value: formatFen(totalFen) },
          { term: '应付日期', value: shanghaiDate(dueAt) },
          ...(payerName === '' ? [] : [{ term: '付款备注', value: payerName }]),
        ],
      },
      ...blocks,
    ],
  }
}
