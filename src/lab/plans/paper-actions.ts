import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { readSettings } from '../../core/settings/actions.ts'
import { customerOf } from '../../people/customers/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { formatFen } from '../../platform/money.ts'
import type { PdfDocument } from '../../platform/pdf/document.ts'
import { renderPdf } from '../../platform/pdf/render.ts'
import { shanghaiTime } from '../../platform/time.ts'
import type { planList } from './contract.ts'
import { chosenLines } from './share-actions.ts'
import type { planPaper } from './share-contract.ts'
import { workingDays } from '../../core/settings/opening-hours/days-rules.ts'

type Line = OutputOf<typeof planList>['dataArr'][number]['items'][number]

/** A link to the plan on paper, for a supervisor or a purchasing office. The file is removed after a day. */
export async function planOnPaper(ctx: Ctx<Customer>, { ids, groupNo, browserKey }: InputOf<typeof planPaper>) {
  const lines = await chosenLines(ctx, ids, groupNo)
  const { siteName, localInfo } = await readSettings(ctx, ['siteName', 'localInfo'])
  const { name, company } = await customerOf(ctx, ctx.actor.id)
  const now = shanghaiTime(ctx.clock.now())
  const document: PdfDocument = {
    title: `实验方案 ${now.slice(0, 10)}`,
    mark: `实验方案 ${now.slice(0, 10)}`,
    owner: [siteName, localInfo.phone].filter(Boolean).join('　'),
    layout: 'portrait',
    blocks: [
      {
        kind: 'letterhead',
        name: siteName,
        lines: [localInfo.address, [localInfo.phone, localInfo.email].filter(Boolean).join('　')].filter(Boolean),
      },
      {
        kind: 'title',
        text: '实验方案',
        sub: `${[name, company].filter(Boolean).join('，')}　　${now.slice(0, 16)} 生成`,
      },
      ...blocksOf(lines),
    ],
  }
  const file = await keepGenerated(ctx, {
    name: `实验方案-${now.slice(0, 10)}.pdf`,
    mime: 'application/pdf',
    bytes: await renderPdf(document),
    purpose: 'orderPaper',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

function blocksOf(lines: readonly Line[]): PdfDocument['blocks'] {
  const totalFen = lines.reduce((sum, { amountFen }) => sum + (amountFen ?? 0), 0)
  const unquoted = lines.filter(({ amountFen }) => amountFen === null).length
  const samples = lines.reduce((sum, { count }) => sum + count, 0)
  return [
    {
      kind: 'table',
      columns: [
        { header: '检测项目', share: 24 },
        { header: '参数', share: 34 },
        { header: '样品数', share: 8, align: 'right' },
        { header: '周期', share: 12 },
        { header: '计价明细', share: 12 },
        { header: '金额', share: 10, align: 'right' },
      ],
      rows: lines.map((line) => [
        [line.name, line.urgent ? '加急' : ''].filter(Boolean).join('\n'),
        line.described.map(({ label, text }) => `${label}：${text}`).join('；'),
        String(line.count),
        workingDays(line.days),
        line.priceLines.map(({ label, quantity, unit }) => `${label} ${quantity} ${unit}`).join('\n'),
        line.amountFen === null ? '待报价' : formatFen(line.amountFen),
      ]),
      total: ['合计', '', String(samples), '', '', formatFen(totalFen)],
    },
    {
      kind: 'paragraph',
      text: `${unquoted > 0 ? `其中 ${unquoted} 项待报价，未计入合计。` : ''}金额以人民币计，为生成时的预估价，以订单确认的价格为准。`,
    },
  ]
}
