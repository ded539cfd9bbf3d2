import {
  because,
  contractPage,
  invoicePage,
  type Has,
  type Payload,
  samplePage,
  settlementPage,
  sum,
} from './wordings/wording-rules.ts'

/** The text of a message; `link` is a page of this site. */
export interface NoticeText {
  title: string
  text: string
  link: string
}

export type Channel = 'inbox' | 'sms' | 'mail'

export const channelNames: Record<Channel, string> = { inbox: '站内信', sms: '短信', mail: '邮件' }

/** `P` is the payload of the event; `noticeEvents` lists the events. */
export interface NoticeTemplate<P = Payload> {
  /** The name that staff see in the log. */
  label: string
  channels: readonly Channel[]
  /** Security notices are sent even when the customer switched the channel off. */
  always?: boolean
  /** The variables of a text message besides its title, each with the key of the payload that holds it. */
  sms?: Partial<Record<SmsFact, keyof P & string>>
  /** The notice is sent only when this holds. */
  when?: (payload: P) => boolean
  /** One notice for all samples of an order with the same transition on one day, not one for each. */
  oncePerDay?: boolean
  /** The former contact of a channel: a contact that was changed gets the warning itself. */
  formerly?: (payload: P) => { sms?: string; mail?: string }
  write: (payload: P) => NoticeText
}

/** The templates of some events, by name. */
export type TemplatesFor<Event extends { name: string }> = {
  [E in Event as E['name']]: NoticeTemplate<PayloadOf<E>>
}
type PayloadOf<Event> = Event extends { parse: (payload: unknown) => infer Payload } ? Payload : never

export const smsFacts = ['orderNo', 'amount', 'deadline'] as const
export type SmsFact = (typeof smsFacts)[number]

export const EVERYWHERE = ['inbox', 'sms', 'mail'] as const
export const QUIET = ['inbox', 'mail'] as const

/** The text, or a function of the payload. */
type Said<P> = string | ((payload: P) => string)
type Facts<P> = NonNullable<NoticeTemplate<P>['sms']>

export function order<P extends Has<'orderNo' | 'reason'>>(
  title: string,
  channels: readonly Channel[],
  said: Said<P>,
  { link, ...facts }: Facts<NoInfer<P>> & { link?: (payload: P) => string } = {},
): NoticeTemplate<P> {
  const write = (payload: P) => {
    const orderNo = String(payload.orderNo ?? '')
    const text = `您的订单${orderNo}${typeof said === 'string' ? said : said(payload)}${because(payload)}`
    return { title, text, link: link?.(payload) ?? `/member/order/${encodeURIComponent(orderNo)}` }
  }
  return { label: title, channels, write, sms: { orderNo: 'orderNo', ...facts } as Facts<P> }
}

export function contract<P extends Has<'orderNo' | 'contractNo' | 'reason'>>(
  title: string,
  channels: readonly Channel[],
  said: Said<P>,
  facts: Facts<NoInfer<P>> = {},
): NoticeTemplate<P> {
  return order<P>(title, channels, said, { ...facts, link: contractPage })
}

export function samples<P extends Has<'orderNo' | 'reason'>>(
  title: string,
  said: Said<P>,
  facts: Facts<NoInfer<P>> = {},
): NoticeTemplate<P> {
  return { ...order<P>(title, EVERYWHERE, said, { ...facts, link: samplePage }), oncePerDay: true }
}

export function plain<P extends object>(
  title: string,
  channels: readonly Channel[],
  link: string | ((payload: P) => string),
  say: (payload: P) => string,
  sms: Facts<NoInfer<P>> = {},
): NoticeTemplate<P> {
  const write = (payload: P) => ({
    title,
    text: say(payload) + because(payload),
    link: typeof link === 'string' ? link : link(payload),
  })
  return { label: title, channels, write, sms }
}

/** Names the settlement by number and amount, because the reader of a mail sees nothing else. */
export function settlement<P extends Has<'settlementNo' | 'totalFen' | 'until'>>(
  title: string,
  channels: readonly Channel[],
  said: Said<P>,
  part: 'unpaid' | 'paid',
): NoticeTemplate<P> {
  const say = (payload: P) =>
    `您的结算单${String(payload.settlementNo ?? '')}${sum(payload.totalFen, '（合计', '）')}${typeof said === 'string' ? said : said(payload)}`
  const facts = {
    orderNo: 'settlementNo',
    amount: 'totalFen',
    deadline: typeof said === 'string' ? undefined : 'until',
  }
  return plain<P>(title, channels, settlementPage(part), say, facts as Facts<P>)
}

/** Uses another title for customers than for the log, when it depends on the event. */
export function retitled<P>(template: NoticeTemplate<P>, title: (payload: NoInfer<P>) => string): NoticeTemplate<P> {
  return { ...template, write: (payload) => ({ ...template.write(payload), title: title(payload) }) }
}

/** Names the application by number and amount. */
export function invoice(
  title: string,
  channels: readonly Channel[],
  said: string,
): NoticeTemplate<Has<'applicationNo' | 'amountFen'>> {
  const say = ({ applicationNo, amountFen }: Has<'applicationNo' | 'amountFen'>) =>
    `您的开票申请${String(applicationNo ?? '')}${sum(amountFen, '（', '）')}${said}`
  return plain(title, channels, '/member/invoiceLs', say, { orderNo: 'applicationNo', amount: 'amountFen' })
}

export function invoiceOffer(): NoticeTemplate<Has<'orderNo' | 'amountFen'>> {
  const say = ({ orderNo, amountFen }: Has<'orderNo' | 'amountFen'>) =>
    `订单${String(orderNo ?? '')}等款项已付${sum(amountFen, '，可开票')}，可按下单时填写的抬头申请开票。`
  return plain('可以申请开票', ['inbox'], invoicePage, say)
}

/** Money that reached the balance, or will. */
export function intoBalance<P extends Has<'amountFen'>>(title: string, say: (payload: P) => string): NoticeTemplate<P> {
  return plain<P>(title, EVERYWHERE, '/member/prestore', say, { amount: 'amountFen' } as Facts<P>)
}

export function returned(): NoticeTemplate<Has<'amountFen'>> {
  const say = ({ amountFen }: Has<'amountFen'>) => `您的转账${sum(amountFen)}已安排原路退回。`
  return plain('转账已退回', EVERYWHERE, '/member/prestore', say, { amount: 'amountFen' })
}

export function raised(): NoticeTemplate<Has<'grantedFen'>> {
  const say = ({ grantedFen }: Has<'grantedFen'>) => `您的信用额度申请已通过${sum(grantedFen, '，新额度为')}。`
  return plain('信用额度已调整', EVERYWHERE, '/member/center', say, { amount: 'grantedFen' })
}
