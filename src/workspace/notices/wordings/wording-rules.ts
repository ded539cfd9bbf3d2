import { formatFen } from '../../../platform/money.ts'

// Parts of notice texts. A payload from before an upgrade may lack any value, so each part also works without it.

export type Payload = Record<string, unknown>

/** A payload that may hold these. */
export type Has<Key extends string> = { [K in Key]?: unknown }

export function sum(fen: unknown, before = '', after = ''): string {
  return typeof fen === 'number' ? `${before}${formatFen(fen)}${after}` : ''
}

const LONGEST_REASON = 60

/** The reason that staff gave for a decision; a text message has room for its beginning only. */
export function because({ reason }: Has<'reason'>): string {
  if (typeof reason !== 'string' || reason.trim() === '') return ''
  const plain = reason.trim().replace(/\s+/g, ' ')
  return `原因：${plain.length > LONGEST_REASON ? `${plain.slice(0, LONGEST_REASON)}…` : plain}`
}

/** What the customer does next so that the test can begin: send a parcel, come, or send data. */
export function whatToBring({
  serviceType,
  visits,
  place,
  sendTo,
  fetched,
}: Has<'serviceType' | 'visits' | 'place' | 'sendTo' | 'fetched'>): string {
  if (serviceType === 1 && fetched) return '已预约上门取样，请将样品分装并贴好标签，等待派单通知。'
  if (serviceType === 3) return '请在订单页面上传待分析数据。'
  if (serviceType !== 2) return sendTo ? `请将样品附送样单寄至：${String(sendTo)}。` : '请按订单页面的提示寄送样品。'
  const booked = (Array.isArray(visits) ? visits : []) as { when: string; remote: boolean }[]
  if (booked.length === 0) return '请在订单页面重新预约时段。'
  const at = booked.map(({ when, remote }) => {
    if (remote) return `请于 ${when} 接入云视频，会议链接自前一天起显示在订单页面`
    return `请于 ${when} 到${place ? ` ${String(place)}` : '实验室'}，凭订单号登记`
  })
  return `${at.join('；')}。`
}

/** 「全部」 only when it is true. */
export function arrived({ received, total }: Has<'received' | 'total'>): string {
  if (typeof received !== 'number' || typeof total !== 'number') return '样品已全部收到'
  if (received === total) return `样品已全部收到（共${total}个）`
  return `已收到${received}个样品（共${total}个，其余未能接收，原因请在订单页面查看）`
}

/** The first sample of the day with this transition; the page shows all of them. */
export function named({ sampleNo, name }: Has<'sampleNo' | 'name'>): string {
  return typeof sampleNo === 'string' ? `${sampleNo}${name ? `（${String(name)}）` : ''}` : ''
}

export function goneBack({ courier, waybill, formerWaybill }: Has<'courier' | 'waybill' | 'formerWaybill'>): string {
  if (waybill && formerWaybill)
    return `的样品寄回单号更正为：${String(courier ?? '')} ${String(waybill)}（之前通知的 ${String(formerWaybill)} 有误）。`
  return waybill
    ? `的样品已寄回：${String(courier ?? '')} ${String(waybill)}，请注意查收。`
    : '的样品已寄回，快递单号请在样品页面查看。'
}

/** How much longer the confirmation window stays open after the answer. */
export function windowOf({ until }: Has<'until'>): string {
  return until ? `，确认期至${String(until)}` : ''
}

/** What is charged and what is refunded when staff cancel. */
export function cancelled({ feeFen, refundFen, onCredit }: Has<'feeFen' | 'refundFen' | 'onCredit'>): string {
  const fee = typeof feeFen === 'number' && feeFen > 0 ? `，收取取消费${formatFen(feeFen)}` : ''
  if (onCredit) return `${fee}，${fee === '' ? '' : '其余'}预占的信用额度已释放`
  return typeof refundFen === 'number' && refundFen > 0 ? `${fee}，${formatFen(refundFen)}已退回预存账户` : fee
}

export function fixedAmount({ finalFen, openFen, until }: Has<'finalFen' | 'openFen' | 'until'>): string {
  const open =
    openFen === 0
      ? '已从预付款结清，余款退回预存账户。'
      : `待付${sum(openFen, '')}${until ? `，请在${String(until)}前付款` : ''}，请查看未结算列表。`
  return `的最终费用已确定${sum(finalFen, '，为')}，${open}`
}

/** A transfer that finance found, and what became of the money. */
export function arrivedTransfer({
  amountFen,
  balanceFen,
  payableNo,
  use,
  paidFen,
}: Has<'amountFen' | 'balanceFen' | 'payableNo' | 'use' | 'paidFen'>): string {
  const came = `您的转账${sum(amountFen)}已到账`
  const balance = sum(balanceFen, '，当前余额')
  const no = String(payableNo ?? '')
  if (use === 'over') return `${came}，其中${sum(paidFen)}已支付${no}，余下部分计入预存余额${balance}。`
  if (use === 'short') return `${came}，不足以支付${no}，已计入预存余额${balance}。补足后可从预存余额付款。`
  if (use === 'late') return `${came}，${no}已无需付款，款项计入预存余额${balance}。`
  return use === 'paid' ? `${came}，已支付${no}。` : `${came}，已计入预存余额${balance}。`
}

/** A settlement, or the fee of an order that is not in a settlement yet. */
export function owed({ no, settled, amountFen, until }: Has<'no' | 'settled' | 'amountFen' | 'until'>): string {
  return `您的${settled ? '结算单' : '订单'}${String(no ?? '')}应付${sum(amountFen, '')}，应于${String(until ?? '')}前付款`
}

// The pages that notices link to. Each reads its query parameters.

export function owedPage({ no, settled }: Has<'no' | 'settled'>): string {
  return settled ? withQuery('/member/unpaid', { no }) : '/member/unsettled'
}

export function settlementPage(part: 'unpaid' | 'paid') {
  return ({ settlementNo }: Has<'settlementNo'>) =>
    withQuery('/member/unpaid', part === 'paid' ? { part } : { no: settlementNo })
}

export function contractPage({ contractNo }: Has<'contractNo'>): string {
  return withQuery('/experiment/contract', { no: contractNo })
}

/** Opens the application for this order. */
export function invoicePage({ orderNo }: Has<'orderNo'>): string {
  return withQuery('/member/invoiceLs', { order: orderNo })
}

/** Selects the samples of the order: their numbers begin with the order number. */
export function samplePage({ orderNo }: Has<'orderNo'>): string {
  return withQuery('/member/sample', { kw: orderNo })
}

function withQuery(path: string, query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => typeof value === 'string' && value !== '')
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given as [string, string][])}`
}

const pageNames: readonly (readonly [start: string, name: string])[] = [
  ['/member/center', '会员中心'],
  ['/member/order', '我的订单'],
  ['/member/thread', '订单沟通'],
  ['/member/openApi', '开放接口'],
  ['/member/sample', '我的样品'],
  ['/member/unsettled', '未结算'],
  ['/member/unpaid', '待付款'],
  ['/member/prestore', '预存款'],
  ['/member/invoiceLs', '开票记录'],
  ['/member/coupon', '优惠券'],
  ['/member/integral', '我的积分'],
  ['/member/promotion', '推广合伙人'],
  ['/member/invite', '邀请好友'],
  ['/member/information', '我的资料'],
  ['/member/communityMg', '课题组管理'],
  ['/member/communityJn', '我的课题组'],
  ['/experiment/contract', '合同与协议'],
  ['/experiment/demand', '实验需求'],
  ['/project', '服务项目'],
]

/** The name of the linked page, for messages when PUBLIC_URL is not set. */
export function pageName(link: string): string | undefined {
  return pageNames.find(([start]) => link.startsWith(start))?.[1]
}

/** A link whose page opens in the name of a group. Pages outside the member area are the person's. */
export function linkInNameOf(groupNo: string, link: string): string {
  if (groupNo === '' || !/^\/(member|experiment\/contract)\b/.test(link)) return link
  return `${link}${link.includes('?') ? '&' : '?'}account=${groupNo}`
}
