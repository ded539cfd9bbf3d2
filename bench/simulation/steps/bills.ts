import { staffDifferences } from '../../../src/money/payments/difference-list-contract.ts'
import { staffCheckBill, staffResolveDifference } from '../../../src/money/payments/staff-contract.ts'
import type { ChannelKey } from '../../../src/platform/pay/channel.ts'
import type { Scene, StepKind } from '../scene.ts'

/** Money moves at a channel without the product, and finance explains what the bills of the channels say of it. */
export const bills: StepKind[] = [
  { name: 'money moves at a channel alone', weight: 0.6, act: stray },
  { name: 'finance resolves differences', weight: 1, act: resolve },
]

/** A payment at the counter, or one of them given back at the console of the channel. */
async function stray(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { bills: book } = world.model
  const channel: ChannelKey = random.pick(['wechatpay', 'alipay'])
  const { trades } = world.outside.doubles[channel]
  const at = world.now.getTime()
  const nr = String(book.strays.length + 1).padStart(4, '0')
  const paid = scene.one(book.strays.filter((each) => each.channel === channel && each.refundNo === ''))
  const trade = paid && random.chance(0.3) ? trades.find(paid.tradeNo) : undefined
  const refunded = trade?.refunds.reduce((sum, { amountFen }) => sum + amountFen, 0) ?? 0
  const restFen = (trade?.amountFen ?? 0) - refunded
  if (trade && restFen > 0) {
    const refund = { refundNo: `COUNTER-R-${nr}`, amountFen: random.whole(1, restFen), reason: '柜台退款' }
    const done = { ...refund, providerNo: `R${nr}`, state: 'done' as const, at }
    trades.save({ ...trade, refunds: [...trade.refunds, done] })
    book.strays.push({ channel, tradeNo: trade.tradeNo, ...refund, at: world.now })
    scene.lines.push(`${channel} gives ${refund.amountFen} back`)
    return
  }
  const tradeNo = `COUNTER-${nr}`
  const amountFen = random.whole(1, 90_000)
  trades.save({
    ...{
      tradeNo,
      amountFen,
      subject: '柜台收款',
      notifyUrl: '',
      expiresAt: at + 86_400_000,
      state: 'paid',
      opened: true,
    },
    ...{ providerNo: `P${nr}`, paidAt: at, refunds: [] },
  })
  book.strays.push({ channel, tradeNo, refundNo: '', amountFen, at: world.now })
  scene.lines.push(`${channel} takes ${amountFen}`)
}

async function resolve(scene: Scene): Promise<void> {
  const { random, world } = scene
  const { resolved, unsure } = world.model.bills
  const tab = random.chance(0.8) ? 'differences' : 'resolved'
  const found = scene.one((await scene.staff('finance', staffDifferences, { tab, size: 50 }))?.list)
  if (!found) return
  const { id, channel, day } = found
  if (random.chance(0.3)) await scene.staff('finance', staffCheckBill, { channel, day })
  const note = `模拟说明 ${random.whole(1, 999)}`
  const done = await scene.staff('finance', staffResolveDifference, { id, note })
  if (done && resolved.has(id)) scene.breaks('a difference is resolved once', `difference ${id} was resolved again`)
  if (done) resolved.set(id, note)
  else if (scene.hadFaults && !resolved.has(id)) unsure.add(id)
}
