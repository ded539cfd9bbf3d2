import { evaluateAdd } from '../../src/shop/reviews/contract.ts'
import { reviewTags } from '../../src/shop/reviews/rules.ts'
import { staffReviewPublish, staffReviewReply } from '../../src/shop/reviews/list-contract.ts'
import { staffThreadWrite, threadWrite } from '../../src/workspace/threads/contract.ts'
import { orderForLab } from '../../src/lab/orders/actions.ts'
import { invoiceAdd, invoiceList } from '../../src/lab/orders/invoicing/title-contract.ts'
import { invoiceApplyAdd, invoiceApplyInit } from '../../src/billing/invoices/contract.ts'
import { acting, type Actor, type Life, type World } from './world.ts'

const praise = [
  '数据很清楚，周期比说的还快。',
  '客户经理很耐心，参数帮忙把了关。',
  '谱图质量好，文章里直接用了。',
  '样品量很少也测出来了，感谢。',
  '第一次送样，流程说明得很明白。',
  '结果可以，报告排版再紧凑一点就好了。',
]
const questions = [
  ['请问我的样品收到了吗？', '已经收到，完好，今天安排上机。'],
  ['可以多测一个角度范围吗？', '可以，补测 5–10°，不另收费。'],
  ['原始数据能否给一份？', '交付时会一并打包，含原始格式。'],
  ['样品测完能寄回吗？', '可以，付清后 48 小时内寄回。'],
] as const

/** The customer asks something and the manager answers. */
export async function* talk(world: World, buyer: Actor, orderNo: string): Life {
  const [question, answer] = world.random.pick(questions)
  yield world.office(world.random.whole(0, 3))
  await world.call(threadWrite, { orderNo, text: question } as never, buyer)
  // Now and then a question is overlooked until the next day.
  yield world.office(world.random.chance(0.04) ? 1 : 0)
  await world.byStaff('manager', staffThreadWrite, { orderNo, text: answer } as never)
}

/** An evaluation, which the editor publishes and sometimes answers. */
export async function* evaluate(world: World, buyer: Actor, orderNo: string): Life {
  yield world.office(world.random.whole(1, 6))
  const { lines } = await orderForLab(world.app.system, orderNo)
  // A test that was agreed for this customer has no page that could show an evaluation.
  if (lines.every(({ rid }) => rid === 0)) return
  const stars = Number(world.random.weighted({ 5: 7, 4: 3, 3: 1 }))
  const { id } = await world.call(
    evaluateAdd,
    {
      ...{
        orderNo,
        lineId: lines[0]?.id ?? 0,
        stars,
        words: world.random.pick(praise),
        showCompany: world.random.chance(0.5),
      },
      tags: [world.random.pick(reviewTags)],
    },
    buyer,
  )
  yield world.office(1)
  await world.byStaff('editor', staffReviewPublish, { id, version: 1 })
  if (world.random.chance(0.4))
    await world.byStaff('editor', staffReviewReply, { id, reply: '谢谢您的认可，期待再次合作。' })
}

/** The title that the buyer's invoices are made out to. */
async function titleOf(world: World, buyer: Actor): Promise<number> {
  const as = buyer.group?.owner ?? buyer
  const { list } = await world.call(invoiceList, {}, as, acting(buyer))
  if (list[0]) return list[0].id
  const company = buyer.company.replace('（演示）', '')
  const title =
    buyer.kind === 'individual'
      ? { title: buyer.name, naturalPerson: true }
      : { title: company, taxNo: '91330100799655058B' }
  return (await world.call(invoiceAdd, title as never, as, acting(buyer))).id
}

/** Asks once a month for an invoice over what was paid. */
export async function* monthlyInvoice(world: World, payer: Actor): Life {
  for (;;) {
    yield world.office(world.random.whole(18, 24))
    const as = payer.group?.owner ?? payer
    const { months } = await world.call(invoiceApplyInit, {}, as, acting(payer))
    const open = months.find(({ leftFen }) => leftFen > 0)
    if (!open || !world.random.chance(0.9)) continue
    const titleId = await titleOf(world, payer)
    const input = { type: 1 as const, titleId, email: `${as.phone}@demo.example`, remark: '', month: open.month }
    await world.call(invoiceApplyAdd, input, as, acting(payer))
  }
}
