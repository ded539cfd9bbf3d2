import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { linesOfOrders } from '../orders/read-actions.ts'
import { samplesNumbered } from '../samples/actions.ts'
import { sampleErrors } from '../samples/errors.ts'
import { sampleWire } from '../samples/wire-rules.ts'

/** In the order in which they were asked for, each with its project. Only samples that are sent have labels. */
export async function labelsOf(ctx: Ctx, sampleNos: readonly string[]) {
  const rows = (await samplesNumbered(ctx, sampleNos)).filter(({ serviceType }) => serviceType === 1)
  const found = new Map(rows.map((row) => [row.sampleNo, row]))
  const unknown = sampleNos.find((sampleNo) => !found.has(sampleNo))
  if (unknown !== undefined) throw refuse(sampleErrors.unknownNumber, `没有可打印标签的样品 ${unknown}`)
  const lines = await linesOfOrders(ctx, [...new Set(rows.map(({ orderId }) => orderId))])
  const names = new Map(lines.map((line) => [line.id, line.projectName]))
  return {
    samples: [...new Set(sampleNos)].flatMap((sampleNo) => {
      const row = found.get(sampleNo)
      return row ? [{ ...sampleWire(row), projectName: names.get(row.lineId) ?? '' }] : []
    }),
  }
}
