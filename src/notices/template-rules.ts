import { formatFen } from '../platform/money.ts'
import { shanghaiDate } from '../platform/time.ts'

/** A message as the person reads it; `link` is a page of ours. */
export interface NoticeText {
  title: string
  text: string
  link: string
}

export type Channel = 'inbox' | 'sms' | 'mail'

export const channelNames: Record<Channel, string> = { inbox: '站内信', sms: '短信', mail: '邮件' }

export interface NoticeTemplate {
  /** What staff call it in the log. */
  label: string
  channels: readonly Channel[]
  /** Security notices ignore what a person switched off. */
  always?: boolean
  /** One notice for all samples of an order that went the same way on one day, not one for each. */
  oncePerDay?: boolean
  /** Where a channel led before what is told: a contact that was changed is warned itself. */
  formerly?: (payload: Payload) => { sms?: string; mail?: string }
  write: (payload: Payload) => NoticeText
}

export type Payload = Record<string, unknown>

const EVERYWHERE = ['inbox', 'sms', 'mail'] as const
const QUIET = ['inbox', 'mail'] as const

/**
 * The one table of what is said to customers, by event. An event not listed here is told to nobody.
 * Each payload carries `customerId`; orders add `orderNo`, decisions their `reason`, money its `amountFen`.
 */
export const templates: Record<string, NoticeTemplate> = {
  'account.passwordChanged': {
    ...plain(
      '登录密码已修改',
      EVERYWHERE,
      '/member/information',
      () => '您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即重置密码并联系客服。',
    ),
    always: true,
  },
  'account.contactChanged': {
    ...plain(
      '联系方式已更换',
      EVERYWHERE,
      '/member/information',
      ({ kind }) => `您账号的${kind === 'phone' ? '手机号' : '邮箱'}已更换，如非本人操作，请立即联系客服。`,
    ),
    always: true,
    formerly: ({ kind, former }) => (kind === 'phone' ? { sms: String(former) } : { mail: String(former) }),
  },
  'account.vouched': {
    ...plain(
      '账户已核实放行',
      EVERYWHERE,
      '/member/information',
      ({ devices }) =>
        `客户经理已核实您的身份，您在${devices || '一处设备'}上的登录已恢复正常使用。如非本人操作，请立即联系客服。`,
    ),
    always: true,
  },
  'account.closing': {
    ...plain(
      '账号注销申请已提交',
      EVERYWHERE,
      '/member/information',
      () =>
        '您已申请注销账号，7天后个人信息将被删除且无法恢复。在此之前登录即可撤销。如非本人操作，请立即登录撤销并修改密码。',
    ),
    always: true,
  },
  'account.closingStopped': {
    ...plain(
      '账号未能注销',
      EVERYWHERE,
      '/member/information',
      () => '您的账号有新的未了结事项，注销已中止。了结后可重新申请。',
    ),
    always: true,
  },
  'profile.completed': plain('资料已完善', ['inbox'], '/project', () => '您的资料已完善，可以下单了。'),

  'order.submitted': order('订单已提交', QUIET, '已提交，我们会尽快处理。'),
  'order.approve': order('订单已通过审核', EVERYWHERE, (payload) => `已通过审核，${whatToBring(payload)}`),
  'order.reject': order('订单未通过审核', EVERYWHERE, '未通过审核。'),
  'order.quote': order('报价已发出', EVERYWHERE, '已报价，请在有效期内确认。'),
  'order.reviseQuote': order('报价已更新', EVERYWHERE, '的报价已更新，此前的报价不再有效，请在有效期内确认。'),
  'order.withdrawQuote': order('报价已撤回', EVERYWHERE, '的报价已撤回，我们会重新报价。'),
  'order.expireQuote': order('报价已过期', QUIET, '报价已过期，订单已取消。如仍需检测，请重新下单。'),
  'order.prepaid': order('预付款已收到', QUIET, (payload) => `预付款已收到，${whatToBring(payload)}`),
  'order.receive': order(
    '样品已收到',
    EVERYWHERE,
    (payload) => `${arrived(payload)}，客户经理将在2小时内（工作时间）与您联系。`,
  ),
  'order.checkIn': order('到场或数据已登记', QUIET, ({ serviceType }) =>
    serviceType === 3 ? '的数据已收到，即将开始分析。' : '已登记到场，即将开始检测。',
  ),
  'order.hold': order('检测异常，等待您确认', EVERYWHERE, '检测中出现异常，需要您确认后继续。'),
  'order.verify': order('数据已交付', EVERYWHERE, '检测数据已交付，请登录查看并下载，7天内可申请复测或提出异议。'),
  'order.acceptRetest': order('已安排复测', EVERYWHERE, '复测申请已受理，正在安排检测。'),
  'order.declineRetest': order('复测申请未通过', EVERYWHERE, '复测申请未通过。'),
  'order.offerRetest': order(
    '复测费用待确认',
    EVERYWHERE,
    '的复测申请已受理，请在订单页面确认复测费用，确认后开始检测。',
  ),
  'order.expireRetest': order('复测费用逾期未确认', QUIET, '的复测费用逾期未确认，复测不再进行。'),
  'order.reduceDisputed': order('异议已处理：减免费用', EVERYWHERE, '异议已处理，费用已减免，请在订单页面查看。'),
  'order.dismissDispute': order('异议已处理', EVERYWHERE, '异议已处理，结果请在订单页面查看。'),
  'order.startCorrection': order('报告更正中', EVERYWHERE, '的检测报告正在更正，完成后重新交付。'),
  'order.autoConfirm': order('订单已自动确认', QUIET, '交付已满7天，系统已自动确认完成。'),
  'order.cancelByStaff': order('订单已取消', EVERYWHERE, (payload) => `已由工作人员取消${fee(payload)}。`),
  'order.close': order('订单已关闭', ['inbox'], '款项与样品均已处理完毕，订单关闭。'),

  'sample.return': samples('样品已寄回', '的样品已寄回，运单号请在样品页面查看。'),
  'sample.refuse': samples('样品被拒收', (payload) => `的样品${named(payload)}未能收入。`),
  'sample.lose': samples(
    '样品遗失',
    (payload) => `的样品${named(payload)}未能找到，客户经理会尽快与您联系，商定补寄或其他处理办法。`,
  ),
  'sample.keepEnds': samples(
    '留样即将到期',
    ({ until }) => `的留样保存至${String(until ?? '')}，到期后将按约定销毁；如需寄回，请在此之前在样品页面申请。`,
  ),
  'sample.destroy': samples('样品已销毁', '的留样已按约定销毁。'),

  'reservation.confirm': order(
    '预约已确认',
    EVERYWHERE,
    (payload) =>
      `的预约已确认：${payload.when}，${payload.remote ? '请按时接入云视频，接入方式由客户经理发送给您。' : '请按时到场。'}`,
  ),
  'reservation.rebook': order(
    '预约已改期',
    EVERYWHERE,
    ({ when, by }) => `的预约已改为 ${when}${by === 'staff' ? '。' : '，请等待确认。'}`,
  ),
  'reservation.drop': order(
    '预约已取消',
    EVERYWHERE,
    ({ when, withOrder }) =>
      `的预约（${when}）${withOrder ? '已随订单取消。' : '已取消，如仍需检测请在订单页面重新预约。'}`,
  ),
  'reservation.miss': order(
    '未按时到场',
    EVERYWHERE,
    ({ when }) => `的预约（${when}）未到场，请在订单页面重新预约或联系客户经理。`,
  ),
  'report.withdraw': order('检测报告已撤回', EVERYWHERE, '的检测报告已撤回。'),

  'contract.issue': order('合同待签署', EVERYWHERE, '的合同已拟定，请登录签署。', '/experiment/contract'),
  'contract.expire': order(
    '合同已过期',
    EVERYWHERE,
    '的合同已过签署期限，客户经理将重新发出，请留意通知。',
    '/experiment/contract',
  ),
  'contract.sendBack': order('合同需重新签署', EVERYWHERE, '的合同需要重新签署。', '/experiment/contract'),
  'contract.seal': order('合同已生效', QUIET, '的合同双方已签署完毕。', '/experiment/contract'),

  'demand.answer': plain(
    '需求已报价',
    EVERYWHERE,
    '/experiment/demand',
    ({ receiptNo, title }) =>
      `您的实验需求「${String(title ?? '')}」（${String(receiptNo ?? '')}）已报价，请在有效期内确认。`,
  ),
  'demand.close': plain(
    '需求已关闭',
    QUIET,
    '/experiment/demand',
    ({ receiptNo, title }) => `您的实验需求「${String(title ?? '')}」（${String(receiptNo ?? '')}）已关闭。`,
  ),

  'settlement.fix': order(
    '检测费用已确定',
    QUIET,
    ({ finalFen, openFen }) =>
      `的最终费用已确定${sum(finalFen, '，为')}，${openFen === 0 ? '已从预付款结清，余款退回预存账户。' : `待付${sum(openFen, '')}，请查看未结算列表。`}`,
    '/member/unsettled',
  ),
  'finalAmount.takeBack': order('检测费用已撤回', QUIET, '此前确定的最终费用已撤回，将重新核定，请暂不付款。'),
  'settlement.dissolve': plain(
    '结算单已撤销',
    QUIET,
    '/member/unsettled',
    () => '其中一笔费用正在重新核定，结算单已撤销，其余费用回到未结算。',
  ),
  'settlement.payByHouse': plain(
    '结算单已付款',
    QUIET,
    '/member/unpaid',
    ({ settlementNo, totalFen }) =>
      `您的到账款已用于支付结算单${String(settlementNo ?? '')}，金额${sum(totalFen, '')}。`,
  ),
  'settlement.assign': settlement('结算单已生成', QUIET, '已生成，请在待付款中查看并付款。'),
  'settlement.pay': settlement('付款成功', QUIET, '已付款，感谢您的信任。'),
  'settlement.confirmTransfer': settlement('转账已到账', EVERYWHERE, '的转账已核对到账，结算单已付款。'),
  'settlement.refuseTransfer': settlement('转账未能核对', EVERYWHERE, '的转账凭证未能核对。'),

  'prestore.matched': plain(
    '预存款已到账',
    EVERYWHERE,
    '/member/prestore',
    (payload) => `您的预存款${amount(payload)}已到账。`,
  ),
  'prestore.reject': plain('预存申请未通过', EVERYWHERE, '/member/prestore', () => '您的预存申请未通过。'),

  'received.keep': plain(
    '转账已到账',
    EVERYWHERE,
    '/member/prestore',
    (payload) => `您的转账${amount(payload)}已到账，财务将与您确认用途后分配。`,
  ),
  'received.return': plain('转账已退回', EVERYWHERE, '/member/prestore', returned),
  'received.confirmReturn': plain('转账已退回', EVERYWHERE, '/member/prestore', returned),

  'credit.raise': plain('信用额度已调整', EVERYWHERE, '/member/information', () => '您的信用额度申请已通过。'),
  'credit.confirmRaise': plain('信用额度已调整', EVERYWHERE, '/member/information', () => '您的信用额度申请已通过。'),
  'credit.reject': plain('额度申请未通过', EVERYWHERE, '/member/information', () => '您的信用额度申请未通过。'),
}

/** What is said, or how it follows from what happened. */
type Said = string | ((payload: Payload) => string)

function order(title: string, channels: readonly Channel[], said: Said, link?: string): NoticeTemplate {
  const write = (payload: Payload) => {
    const orderNo = String(payload.orderNo ?? '')
    const text = `您的订单${orderNo}${typeof said === 'string' ? said : said(payload)}${because(payload)}`
    return { title, text, link: link ?? `/member/order/${encodeURIComponent(orderNo)}` }
  }
  return { label: title, channels, write }
}

/** What the customer is to do for the test to begin: send a parcel, come, or send data. */
function whatToBring({ serviceType, visits, place }: Payload): string {
  if (serviceType === 3) return '请在订单页面上传待分析数据。'
  if (serviceType !== 2) return '请按订单页面的提示寄送样品。'
  const booked = (Array.isArray(visits) ? visits : []) as { when: string; remote: boolean }[]
  if (booked.length === 0) return '请在订单页面重新预约时段。'
  const at = booked.map(({ when, remote }) => {
    if (remote) return `请于 ${when} 接入云视频，接入方式由客户经理发送给您`
    return `请于 ${when} 到${place ? ` ${String(place)}` : '实验室'}，凭订单号登记`
  })
  return `${at.join('；')}。`
}

function samples(title: string, said: Said): NoticeTemplate {
  return { ...order(title, EVERYWHERE, said, '/member/sample'), oncePerDay: true }
}

function plain(
  title: string,
  channels: readonly Channel[],
  link: string,
  say: (payload: Payload) => string,
): NoticeTemplate {
  return { label: title, channels, write: (payload) => ({ title, text: say(payload) + because(payload), link }) }
}

/** Names the settlement by number and amount: the mail is all that its reader has at hand. */
function settlement(title: string, channels: readonly Channel[], said: string): NoticeTemplate {
  return plain(
    title,
    channels,
    '/member/unpaid',
    ({ settlementNo, totalFen }) => `您的结算单${String(settlementNo ?? '')}${sum(totalFen, '（合计', '）')}${said}`,
  )
}

function sum(fen: unknown, before = '：', after = ''): string {
  return typeof fen === 'number' ? `${before}${formatFen(fen)}${after}` : ''
}

/** Of the first sample of the day that went this way; the page shows all of them. */
function named({ sampleNo, name }: Payload): string {
  return typeof sampleNo === 'string' ? `${sampleNo}${name ? `（${String(name)}）` : ''}` : ''
}

/** 「全部」 only when it is true. */
function arrived({ received, total }: Payload): string {
  if (typeof received !== 'number' || typeof total !== 'number' || received === total) return '样品已全部收到'
  return `已收到${received}个样品（共${total}个，其余未能收入，原因请在订单页面查看）`
}

const LONGEST_REASON = 60

/** What staff wrote as the reason of a decision; a text message has room for its beginning. */
function because({ reason }: Payload): string {
  if (typeof reason !== 'string' || reason.trim() === '') return ''
  const plain = reason.trim().replace(/\s+/g, ' ')
  return `原因：${plain.length > LONGEST_REASON ? `${plain.slice(0, LONGEST_REASON)}…` : plain}`
}

function amount({ amountFen }: Payload): string {
  return sum(amountFen, '')
}

function returned(payload: Payload): string {
  return `您的转账${amount(payload)}已安排原路退回。`
}

function fee({ feeFen }: Payload): string {
  return typeof feeFen === 'number' && feeFen > 0 ? `，收取取消费${formatFen(feeFen)}` : ''
}

/**
 * Names one happening, so that an event delivered twice tells a person once. A move of a lifecycle is named by thing and version,
 * anything else by its whole payload.
 */
export function occurrenceOf(event: string, payload: Payload, now: Date): string {
  if (templates[event]?.oncePerDay) return `${event}:${payload.orderNo}:${shanghaiDate(now)}`
  if (typeof payload.id === 'number' && typeof payload.version === 'number') {
    return `${event}:${payload.id}:${payload.version}`
  }
  const entries = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${event}:${JSON.stringify(entries)}`.slice(0, 500)
}
