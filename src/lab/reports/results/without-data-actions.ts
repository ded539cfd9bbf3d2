import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx, type Staff } from '../../../platform/http/ctx.ts'
import { roundsOfOrder, testedOrder } from '../actions.ts'
import { reportErrors } from '../errors.ts'
import { samplesWithData } from '../rules.ts'
import { dropWithoutData, putWithoutData, resultsOf } from '../store.ts'

/** Records why samples have no data. Without a reason the samples need data again. A sample with a file of its own is refused. */
export async function markWithoutData(
  ctx: Ctx<Staff>,
  { orderNo, sampleNos, reason }: { orderNo: string; sampleNos: string[]; reason: string },
): Promise<void> {
  await inTx(ctx, async (inner) => {
    const order = await testedOrder(inner, orderNo)
    if (sampleNos.some((no) => !order.samples.some((sample) => sample.sampleNo === no)))
      throw refuse(reportErrors.unknownSample)
    if (reason === '') return dropWithoutData(inner.db, order.id, sampleNos)
    const files = (await resultsOf(inner.db, order.id)).filter(({ replacedAt }) => replacedAt === null)
    const withData = samplesWithData({ ...order, files, rounds: await roundsOfOrder(inner, order.id) })
    const refused = sampleNos.filter((no) => withData.includes(no))
    if (refused.length > 0)
      throw refuse(
        reportErrors.hasData,
        `样品 ${refused.join('、')} 已有数据文件，不能注明无数据；文件有误请先移除或改归`,
      )
    const row = { orderId: order.id, sampleNos: [...new Set(sampleNos)], reason, staffId: ctx.actor.id }
    await putWithoutData(inner.db, row, ctx.clock.now())
  })
}
