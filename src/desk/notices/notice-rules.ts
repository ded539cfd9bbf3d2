import { because, contractPage, samplePage, settlementPage, sum, type Payload } from './wording-rules.ts'

/** The text of a message; `link` is a page of this site. */
export interface NoticeText {
  title: string
  text: string
  link: string
}

export type Channel = 'inbox' | 'sms' | 'mail'

export const channelNames: Record<Channel, string> = { inbox: '站内信', sms: '短信', mail: '邮件' }

export interface NoticeTemplate {
  /** The name that staff see in the log. */
  label: string
  channels: readonly Channel[]
  /** Security notices are sent even when the customer switched the channel off. */
  always?: boolean
  /** The variables of a text message besides its title, each with the key of the payload that holds it. */
  sms?: Partial<Record<SmsFact, string>>
  /** The notice is sent only when this holds. */
  when?: (payload: Payload) => boolean
  /** One notice for all samples of an order with the same transition on one day, not one for each. */
  oncePerDay?: boolean
  /** The former contact of a channel: a contact that was changed gets the warning itself. */
  formerly?: (payload: Payload) => { sms?: string; mail?: string }
  write: (payload: Payload) => NoticeText
}

export const smsFacts = ['orderNo', 'amount', 'deadline'] as const
export type SmsFact = (typeof smsFacts)[number]

export const EVERYWHERE = ['inbox', 'sms', 'mail'] as const
export const QUIET = ['inbox', 'mail'] as const

/** The text, or a function of the payload. */
type Said = string | ((payload: Payload) => string)
type Facts = NonNullable<NoticeTemplate['sms']>

export function order(
  title: string,
  channels: readonly Channel[],
  said: Said,
  { link, ...facts }: Facts & { link?: (payload: Payload) => string } = {},
): NoticeTemplate {
  const write = (payload: Payload) => {
    const orderNo = String(payload.orderNo ?? '')
    const text = `您的订单${orderNo}${typeof said === 'string' ? said : said(payload)}${because(payload)}`
    return { title, text, link: link?.(payload) ?? `/member/order/${encodeURIComponent(orderNo)}` }
  }
  return { label: title, channels, write, sms: { orderNo: 'orderNo', ...facts } }
}

export function contract(title: string, channels: readonly Channel[], said: Said, facts: Facts = {}): NoticeTemplate {
  return order(title, channels, said, { ...facts, link: contractPage })
}

export function samples(title: string, said: Said, facts: Facts = {}): NoticeTemplate {
  return { ...order(title, EVERYWHERE, said, { ...facts, link: samplePage }), oncePerDay: true }
}

export function plain(
  title: string,
  channels: readonly Channel[],
  link: string | ((payload: Payload) => string),
  say: (payload: Payload) => string,
  sms: Facts = {},
): NoticeTemplate {
  const write = (payload: Payload) => ({
    title,
    text: say(payload) + because(payload),
    link: typeof link === 'string' ? link : link(payload),
  })
  return { label: title, channels, write, sms }
}

/** Names the settlement by number and amount, because the reader of a mail sees nothing else. */
export function settlement(
  title: string,
  channels: readonly Channel[],
  said: Said,
  part: 'unpaid' | 'paid',
): NoticeTemplate {
  const say = (payload: Payload) =>
    `您的结算单${String(payload.settlementNo ?? '')}${sum(payload.totalFen, '（合计', '）')}${typeof said === 'string' ? said : said(payload)}`
  const facts = {
    orderNo: 'settlementNo',
    amount: 'totalFen',
    deadline: typeof said === 'string' ? undefined : 'until',
  }
  return plain(title, channels, settlementPage(part), say, facts)
}

/** Uses another title for customers than for the log, when it depends on the event. */
export function retitled(template: NoticeTemplate, title: (payload: Payload) => string): NoticeTemplate {
  return { ...template, write: (payload) => ({ ...template.write(payload), title: title(payload) }) }
}

export function returned(): NoticeTemplate {
  const say = ({ amountFen }: Payload) => `您的转账${sum(amountFen)}已安排原路退回。`
  return plain('转账已退回', EVERYWHERE, '/member/prestore', say, { amount: 'amountFen' })
}

export function raised(): NoticeTemplate {
  const say = ({ grantedFen }: Payload) => `您的信用额度申请已通过${sum(grantedFen, '，新额度为')}。`
  return plain('信用额度已调整', EVERYWHERE, '/member/information', say, { amount: 'grantedFen' })
}
