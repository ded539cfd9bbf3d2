import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { xlsxInThread } from '../../platform/sheet/sheet-thread.ts'
import { readFigures } from './actions.ts'
import type { figuresFile } from './contract.ts'
import { cardRows } from './sheet-rules.ts'

/** A link to the caller's cards as a workbook, which is removed after a day. */
export async function figuresSheet(ctx: Ctx<Staff>, { browserKey, ...asked }: InputOf<typeof figuresFile>) {
  const { range, before, at, cards } = await readFigures(ctx, asked)
  const about = [
    ['时间范围', `${range.from} 至 ${range.to}`],
    ['上期', `${before.from} 至 ${before.to}`],
    ['统计时间', at],
    ['导出人', ctx.actor.name],
    ...cards.map(({ title, note }) => [title, note]),
  ]
  const file = await keepGenerated(ctx, {
    name: `经营看板-${range.from}-${range.to}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await xlsxInThread([
      { name: '说明', rows: about },
      // A name of a sheet has no dots in the middle.
      ...cards.map((card) => ({ name: card.title.replaceAll(' · ', '-'), rows: cardRows(card) })),
    ]),
    purpose: 'figureSheet',
    customerId: null,
    attachedTo: null,
    staff: { id: ctx.actor.id, action: 'figures.read' },
  })
  return linkTo(ctx, file.id, browserKey)
}
