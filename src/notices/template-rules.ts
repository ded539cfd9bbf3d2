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
  write: (payload: Payload) => NoticeText
}

export type Payload = Record<string, unknown>

const EVERYWHERE = ['inbox', 'sms', 'mail'] as const
const QUIET = ['inbox', 'mail'] as const

/**
 * The one table of what is said to customers, by event. An event not listed here is told to nobody.
 * Each payload carries `customerId`; orders add `orderNo`, others their own number.
 */
export const templates: Record<string, NoticeTemplate> = {
  'account.passwordChanged': {
    label: '密码已修改',
    channels: EVERYWHERE,
    always: true,
    write: () => ({
      title: '您的登录密码已修改',
      text: '您的登录密码已修改，其他设备已退出登录。如非本人操作，请立即重置密码并联系客服。',
      link: '/member/information',
    }),
  },
  'order.submitted': order('订单已提交', QUIET, (no) => `您的订单${no}已提交，我们会尽快处理。`),
  'order.approve': order('订单已通过审核', EVERYWHERE, (no) => `您的订单${no}已通过审核，请按页面提示寄送样品。`),
  'order.reject': order('订单未通过审核', EVERYWHERE, (no) => `您的订单${no}未通过审核，原因请在订单详情中查看。`),
  'order.quote': order('报价已发出', EVERYWHERE, (no) => `您的订单${no}已报价，请在有效期内确认。`),
  'order.expireQuote': order(
    '报价已过期',
    QUIET,
    (no) => `您的订单${no}报价已过期，订单已取消。如仍需检测，请重新下单。`,
  ),
  'order.receive': order(
    '样品已收到',
    EVERYWHERE,
    (no) => `您的订单${no}样品已全部收到，客户经理将在2小时内与您联系。`,
  ),
  'order.checkIn': order('已登记到场', QUIET, (no) => `您的订单${no}已登记，即将开始检测。`),
  'order.hold': order('检测异常，等待您确认', EVERYWHERE, (no) => `您的订单${no}检测中出现异常，需要您确认后继续。`),
  'order.verify': order(
    '数据已交付',
    EVERYWHERE,
    (no) => `您的订单${no}检测数据已交付，请登录查看并下载，7天内可申请复测或提出异议。`,
  ),
  'order.acceptRetest': order('已安排复测', EVERYWHERE, (no) => `您的订单${no}的复测申请已受理，正在安排检测。`),
  'order.declineRetest': order(
    '复测申请未通过',
    EVERYWHERE,
    (no) => `您的订单${no}的复测申请未通过，说明请在订单详情中查看。`,
  ),
  'order.settleDispute': order('异议已处理', EVERYWHERE, (no) => `您对订单${no}的异议已处理，结果请在订单详情中查看。`),
  'order.autoConfirm': order('订单已自动确认', QUIET, (no) => `您的订单${no}交付已满7天，系统已自动确认完成。`),
  'order.cancelByStaff': order(
    '订单已取消',
    EVERYWHERE,
    (no) => `您的订单${no}已由工作人员取消，原因请在订单详情中查看。`,
  ),
  'order.close': order('订单已关闭', ['inbox'], (no) => `您的订单${no}款项与样品均已处理完毕，订单关闭。`),
  'sample.return': order(
    '样品已寄回',
    EVERYWHERE,
    (no) => `您的订单${no}的样品已寄回，运单号请在样品页面查看。`,
    '/member/sample',
  ),
  'sample.refuse': order(
    '样品被拒收',
    EVERYWHERE,
    (no) => `您的订单${no}有样品未能收入，原因请在样品页面查看。`,
    '/member/sample',
  ),
  'contract.issue': order(
    '合同待签署',
    EVERYWHERE,
    (no) => `您的订单${no}的合同已拟定，请登录签署。`,
    '/experiment/contract',
  ),
  'contract.seal': order('合同已生效', QUIET, (no) => `您的订单${no}的合同双方已签署完毕。`, '/experiment/contract'),
  'settlement.fix': order(
    '检测费用已确定',
    QUIET,
    (no) => `您的订单${no}的最终费用已确定，请查看未结算列表。`,
    '/member/unsettled',
  ),
  'settlement.assign': plain('结算单已生成', QUIET, '您有新的结算单，请在待支付中查看并付款。', '/member/unpaid'),
  'settlement.pay': plain('付款成功', QUIET, '您的结算单已付款，感谢您的信任。', '/member/unpaid'),
  'prestore.matched': plain('预存款已到账', EVERYWHERE, '您的银行转账已核对，预存款已到账。', '/member/prestore'),
  'prestore.reject': plain(
    '预存申请被驳回',
    EVERYWHERE,
    '您的预存申请未能核对到账，原因请登录查看，修改后可重新提交。',
    '/member/prestore',
  ),
  'credit.raise': plain('信用额度已调整', QUIET, '您的信用额度申请已通过。', '/member/center'),
  'credit.confirmRaise': plain('信用额度已调整', QUIET, '您的信用额度申请已通过。', '/member/center'),
  'credit.reject': plain('额度申请被驳回', QUIET, '您的信用额度申请未通过，原因请登录查看。', '/member/center'),
  'transferClaim.match': plain('转账已到账', EVERYWHERE, '您的银行转账已核对，款项已到账。', '/member/prestore'),
  'transferClaim.reject': plain(
    '转账未能核对',
    EVERYWHERE,
    '您提交的转账信息未能核对，原因请登录查看。',
    '/member/prestore',
  ),
  'profile.completed': plain('资料认证完成', ['inbox'], '您的资料已认证，可以下单了。', '/project'),
}

function order(
  title: string,
  channels: readonly Channel[],
  say: (orderNo: string) => string,
  link?: string,
): NoticeTemplate {
  return {
    label: title,
    channels,
    write: (payload) => {
      const orderNo = String(payload.orderNo ?? '')
      return { title, text: say(orderNo), link: link ?? `/member/order?no=${encodeURIComponent(orderNo)}` }
    },
  }
}

function plain(title: string, channels: readonly Channel[], text: string, link: string): NoticeTemplate {
  return { label: title, channels, write: () => ({ title, text, link }) }
}

/**
 * Names one happening, so that an event delivered twice tells a person once. A move of a lifecycle is named by thing and version,
 * a job of its own by the `occurrence` its payload brings, anything else by its whole payload.
 */
export function occurrenceOf(event: string, payload: Payload): string {
  if (typeof payload.occurrence === 'string') return `${event}:${payload.occurrence}`
  if (typeof payload.id === 'number' && typeof payload.version === 'number')
    return `${event}:${payload.id}:${payload.version}`
  const entries = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${event}:${JSON.stringify(entries)}`.slice(0, 500)
}
