import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../../../platform/http/ctx.ts'
import { escapedHtml, sendDemoPage } from '../../../platform/http/demo-page.ts'
import type { ScanOutcome } from '../../../platform/wechat/wechat-double.ts'
import { DEMO_PHONE_PATH, wechatService } from '../../../platform/wechat/wechat-service.ts'

const people = {
  lin: { openid: 'demo-openid-lin', label: '小林（已关注服务号）', follower: true },
  zhou: { openid: 'demo-openid-zhou', label: '小周（第一次关注）', follower: false },
} as const

/** The simulated phone of the demo: a page that scans a code as one of two people and shows the chat reply. Not available when the demo is off. */
export function addDemoPhone(server: FastifyInstance, services: Services): void {
  const double = wechatService(services)?.double
  if (!double) return
  server.get<{ Querystring: { t?: string } }>(DEMO_PHONE_PATH, async (request, reply) =>
    page(reply, scanForm(String(request.query.t ?? ''))),
  )
  server.post<{ Body: { t?: string; person?: string } }>(DEMO_PHONE_PATH, async (request, reply) => {
    const { t = '', person = '' } = request.body ?? {}
    const who = Object.hasOwn(people, person) ? people[person as keyof typeof people] : undefined
    if (!who) return page(reply.code(400), scanForm(String(t)))
    const deliver = async (query: string, xml: string) => {
      const answer = await server.inject({
        method: 'POST',
        url: `/api/notify/wechat?${query}`,
        headers: { 'content-type': 'text/xml' },
        payload: xml,
      })
      return { status: answer.statusCode, body: answer.body }
    }
    return page(reply, chat(await double.scan(String(t), who.openid, deliver, { follower: who.follower })))
  })
}

function scanForm(ticket: string): string {
  const buttons = Object.entries(people).map(
    ([id, { label }]) => `<button name="person" value="${id}">用「${label}」扫码</button>`,
  )
  return `<h1>演示手机</h1><p>这里代替您的手机微信，仅演示环境有。选择一个微信身份扫描网页上的二维码。</p>
<form method="post" action="${DEMO_PHONE_PATH}"><input type="hidden" name="t" value="${escapedHtml(ticket)}">${buttons.join('')}</form>`
}

function chat(outcome: ScanOutcome): string {
  if (outcome.kind === 'chat')
    return `<h1>服务号消息</h1><div class="bubble">${linked(outcome.text)}</div><p>请回到网页继续。</p>`
  const texts = {
    silent: '已扫码，服务号没有回复。',
    expired: '二维码已失效，请在网页上刷新后重新扫码。',
    failed: '该公众号提供的服务出现故障，请稍后再试。',
  }
  return `<h1>服务号消息</h1><div class="bubble">${texts[outcome.kind]}</div>`
}

/** Turns the URL at the end of the message into a link, as in the chat. */
function linked(text: string): string {
  return escapedHtml(text)
    .replace(/((?:https?:\/\/[^\s/]+)?\/wechat\/undo\/[\w-]+)/g, '<a href="$1">$1</a>')
    .replaceAll('\n', '<br>')
}

function page(reply: FastifyReply, body: string): FastifyReply {
  return sendDemoPage(reply, '演示手机', body)
}
