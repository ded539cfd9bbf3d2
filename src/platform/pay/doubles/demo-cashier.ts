import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../../http/ctx.ts'
import { escapedHtml, sendDemoPage } from '../../http/demo-page.ts'
import { formatFen } from '../../money.ts'
import { demoPayOf } from '../channels.ts'
import { DEMO_ALIPAY_PATH, DEMO_CASHIER_PATH, type DemoPay } from './demo-channels.ts'
import type { SendNotify } from './double-notifies.ts'
import type { DoubleTrade } from './double-trades.ts'

type Found = {
  double: DemoPay['doubles']['wechatpay'] | DemoPay['doubles']['alipay']
  trade: DoubleTrade
  label: string
}

/**
 * The cashier of the demo: where the QR codes and the payment page of the doubles lead. A person sees what is to be paid and decides; paying makes
 * the double send its signed notify to the address that the charge named. Absent when the demo is off or a real channel is configured.
 */
export function addDemoCashier(server: FastifyInstance, services: Pick<Services, 'config' | 'clock'>): void {
  const { config, clock } = services
  const demo = demoPayOf(config, clock)
  if (!demo) return
  server.get(DEMO_ALIPAY_PATH, async (request, reply) => {
    const trade = demo.doubles.alipay.openPage(request.url)
    if (!trade) return page(reply.code(400), '<h1>无法付款</h1><p>付款请求无效或已经过期，请回到商家网页重新付款。</p>')
    return reply.redirect(`${DEMO_CASHIER_PATH}/${trade.tradeNo}`, 303)
  })
  server.get<{ Params: { tradeNo: string } }>(`${DEMO_CASHIER_PATH}/:tradeNo`, async (request, reply) => {
    const found = tradeOf(demo, request.params.tradeNo)
    if (!found)
      return page(reply.code(404), '<h1>没有这笔付款</h1><p>它可能已经随演示环境重置。请回到商家网页重新付款。</p>')
    // Repetitions that are due by now, since nothing else moves the doubles.
    await found.double.notifies.deliver(notifyInto(server))
    return page(reply, cashier(found, config.siteUrl))
  })
  server.post<{ Params: { tradeNo: string }; Body: { act?: string } | undefined }>(
    `${DEMO_CASHIER_PATH}/:tradeNo`,
    async (request, reply) => {
      const { tradeNo } = request.params
      const found = tradeOf(demo, tradeNo)
      if (!found) return reply.redirect(`${DEMO_CASHIER_PATH}/${encodeURIComponent(tradeNo)}`, 303)
      const act = request.body?.act
      if (act === 'fail' && found.trade.state === 'open') return page(reply, failed(found))
      if (act === 'pay' && found.double.pay(tradeNo)) await found.double.notifies.deliver(notifyInto(server))
      if (act === 'close' && found.trade.state === 'open')
        found.double.trades.save({ ...found.trade, state: 'closed', closedAt: clock.now().getTime() })
      return reply.redirect(`${DEMO_CASHIER_PATH}/${tradeNo}`, 303)
    },
  )
}

/** Delivers notifies to this server without a network. */
export function notifyInto(server: FastifyInstance): SendNotify {
  return async ({ url, headers, body }) => {
    const answer = await server.inject({ method: 'POST', url: new URL(url).pathname, headers, payload: body })
    return { status: answer.statusCode, body: answer.body }
  }
}

function tradeOf({ doubles }: DemoPay, tradeNo: string): Found | undefined {
  const byAlipay = doubles.alipay.scan(tradeNo)
  if (byAlipay) return { double: doubles.alipay, trade: byAlipay, label: '支付宝' }
  const trade = doubles.wechatpay.trades.find(tradeNo)
  return trade && { double: doubles.wechatpay, trade, label: '微信支付' }
}

function cashier({ trade, label, double }: Found, siteUrl: string): string {
  const hint = `<p>这里代替「${label}」的收银台，仅演示环境有，不会扣款。</p>`
  if (trade.state === 'open') return `<h1>${label}（演示）</h1>${hint}${facts(trade)}${buttons(trade, '支付成功')}`
  const texts = {
    paid: `<h1>支付成功</h1><p>${double.notifies.waiting === 0 ? '已通知商家，商家网页会自动更新。' : '商家还没有确认收到通知，稍后会再次通知。'}</p>`,
    closed: '<h1>付款已关闭</h1><p>这笔付款已经取消或超过付款时间，没有扣款。需要付款时，请回到商家网页重新发起。</p>',
  }
  return `${texts[trade.state]}${facts(trade)}${wayBack(trade, siteUrl)}`
}

function failed({ trade, label }: Found): string {
  return `<h1>支付失败</h1><p>${label}没有扣款（演示：余额不足）。这笔付款仍然有效，可以再试一次。</p>${facts(trade)}${buttons(trade, '重新支付')}`
}

function facts({ amountFen, subject, tradeNo }: DoubleTrade): string {
  return `<div class="bubble"><div class="amount">${formatFen(amountFen)}</div><dl><dt>商品</dt><dd>${escapedHtml(subject)}</dd><dt>商户订单号</dt><dd>${escapedHtml(tradeNo)}</dd></dl></div>`
}

function buttons({ tradeNo }: DoubleTrade, pay: string): string {
  return `<form method="post" action="${DEMO_CASHIER_PATH}/${escapedHtml(tradeNo)}"><button name="act" value="pay">${pay}</button><button class="plain" name="act" value="fail">支付失败</button><button class="plain" name="act" value="close">关闭</button></form>`
}

/** Only to this site, whatever the charge says. */
function wayBack({ returnUrl }: DoubleTrade, siteUrl: string): string {
  const back = returnUrl && URL.canParse(returnUrl, siteUrl) ? new URL(returnUrl, siteUrl) : undefined
  if (back?.origin !== new URL(siteUrl).origin) return '<p>请回到原来的网页继续。</p>'
  return `<a class="button" href="${escapedHtml(back.href)}">返回商家</a>`
}

function page(reply: FastifyReply, body: string): FastifyReply {
  return sendDemoPage(reply, '演示收银台', body)
}
