import { shanghaiDate } from '../../../platform/time.ts'
import {
  EVERYWHERE,
  QUIET,
  contract,
  invoice,
  invoiceOffer,
  intoBalance,
  order,
  plain,
  retitled,
  returned,
  samples,
  settlement,
  type NoticeTemplate,
  type TemplatesFor,
} from '../notice-rules.ts'
import { subjectTemplates } from './subject-template-rules.ts'
import type { noticeEvents } from '../notice-events.ts'
import {
  arrived,
  cancelled,
  fixedAmount,
  goneBack,
  named,
  owed,
  owedPage,
  settlementPage,
  sum,
  whatToBring,
  windowOf,
  type Payload,
} from '../wordings/wording-rules.ts'

type NoticeEvent = (typeof noticeEvents)[number]

const OWED = { orderNo: 'no', amount: 'amountFen', deadline: 'until' } as const

/**
 * All messages to customers, by event. An event that is not listed sends nothing. Each payload has `customerId`; orders add `orderNo`,
 * decisions their `reason`, money its `amountFen`, deadlines their `until`.
 */
const typed: TemplatesFor<NoticeEvent> = {
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
      '身份核实通过',
      EVERYWHERE,
      '/member/information',
      ({ devices }) =>
        `客户经理已核实您的身份，您在${devices || '一处设备'}上的登录已恢复正常使用。如非本人操作，请立即联系客服。`,
    ),
    always: true,
  },
  'account.secondFactorChanged': {
    ...plain(
      '两步验证已更改',
      EVERYWHERE,
      '/member/information',
      ({ change }) =>
        `您账号的两步验证已${change === 'on' ? '开启，今后登录需输入验证器应用中的验证码' : change === 'off' ? '关闭' : '由工作人员核实身份后关闭，请重新登录并尽快再次开启'}。如非本人操作，请立即修改密码并联系客服。`,
    ),
    always: true,
  },
  'account.closing': {
    ...plain(
      '账号注销申请已提交',
      EVERYWHERE,
      '/member/information',
      () =>
        '您已申请注销账号，7天后个人信息将被删除且无法恢复。在此之前登录后点“撤销注销”即可撤回。如非本人操作，请立即登录撤销并修改密码。',
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
  'account.copyReady': {
    ...plain(
      '个人信息副本已生成',
      EVERYWHERE,
      '/member/information',
      ({ until }) =>
        `您申请的个人信息副本已生成，请在${String(until ?? '有效期')}前到「我的资料」下载。如非本人操作，请立即修改密码并联系客服。`,
      { deadline: 'until' },
    ),
    always: true,
  },
  'profile.completed': plain('资料已完善', ['inbox'], '/project', () => '您的资料已完善，可以下单了。'),

  'order.submitted': order('订单已提交', QUIET, ({ stage }) =>
    stage === 'group_review' ? '已提交，等待课题组所有者或管理员审批。' : '已提交，我们会尽快处理。',
  ),
  'order.approve': order(
    '订单已通过审核',
    EVERYWHERE,
    (payload) => `已通过审核${sum(payload.amountFen, '，费用')}。${whatToBring(payload)}`,
    { amount: 'amountFen' },
  ),
  'order.reject': order('订单未通过审核', EVERYWHERE, '未通过审核。'),
  'order.quote': order(
    '报价已发出',
    EVERYWHERE,
    ({ quoteFen, until }) =>
      `已报价${sum(quoteFen, '，金额')}，请在${until ? `${until}前` : '有效期内'}确认，逾期自动取消。`,
    { amount: 'quoteFen', deadline: 'until' },
  ),
  'order.reviseQuote': order(
    '报价已更新',
    EVERYWHERE,
    ({ quoteFen, until }) =>
      `的报价已更新${sum(quoteFen, '为')}，此前的报价不再有效，请在${until ? `${until}前` : '有效期内'}确认。`,
    { amount: 'quoteFen', deadline: 'until' },
  ),
  'order.withdrawQuote': order('报价已撤回', EVERYWHERE, '的报价已撤回，我们会重新报价。'),
  'order.expireQuote': order('报价已过期', QUIET, '报价已过期，订单已取消。如仍需检测，请重新下单。'),
  'order.prepaid': order(
    '预付款已收到',
    QUIET,
    (payload) => `预付款${sum(payload.amountFen, '')}已收到。${whatToBring(payload)}`,
  ),
  'order.receive': order(
    '样品已收到',
    EVERYWHERE,
    (payload) => `${arrived(payload)}，客户经理将在2小时内（工作时间）与您联系。`,
  ),
  'order.checkIn': retitled(
    order('到场或数据已登记', QUIET, ({ serviceType }) =>
      serviceType === 3 ? '的数据已收到，即将开始分析。' : '已登记到场，即将开始检测。',
    ),
    ({ serviceType }) => (serviceType === 3 ? '数据已收到' : '已到场登记'),
  ),
  'order.hold': order('检测异常，等待您确认', EVERYWHERE, '出现异常，答复前检测暂停，请在订单页面答复。'),
  'order.verify': order(
    '数据已交付',
    EVERYWHERE,
    ({ until }) =>
      `检测数据已交付，请登录查看并下载，${until ? `${until}前` : '7天内'}可申请复测或提出异议，逾期自动确认完成。`,
    { deadline: 'until' },
  ),
  'order.confirmEnds': order(
    '订单即将自动确认',
    EVERYWHERE,
    ({ until }) => `将于${until}自动确认完成，如需复测或有异议，请在此之前提出。`,
    { deadline: 'until' },
  ),
  'order.acceptRetest': order('已安排复测', EVERYWHERE, '复测申请已受理，正在安排检测。'),
  'order.declineRetest': order('复测申请未通过', EVERYWHERE, (payload) => `复测申请未通过${windowOf(payload)}。`, {
    deadline: 'until',
  }),
  'order.offerRetest': order(
    '复测费用待确认',
    EVERYWHERE,
    ({ feeFen, until }) =>
      `的复测申请已受理${sum(feeFen, '，复测费用')}，请${until ? `在${until}前` : ''}到订单页面确认，确认后开始检测，逾期视为放弃。`,
    { amount: 'feeFen', deadline: 'until' },
  ),
  'order.expireRetest': order('复测费用逾期未确认', QUIET, '的复测费用逾期未确认，复测不再进行。'),
  'order.reduceDisputed': order(
    '异议已处理：减免费用',
    EVERYWHERE,
    (payload) => `异议已处理，费用减免${sum(payload.amountFen, '')}${windowOf(payload)}。`,
    { amount: 'amountFen', deadline: 'until' },
  ),
  'order.dismissDispute': order('异议已处理', EVERYWHERE, (payload) => `异议已处理，维持原结果${windowOf(payload)}。`, {
    deadline: 'until',
  }),
  'order.startCorrection': order('报告更正中', EVERYWHERE, '的检测报告正在更正，完成后重新交付。'),
  'order.autoConfirm': order('订单已自动确认', QUIET, '已过确认期，系统已自动确认完成。'),
  'order.cancelByStaff': order('订单已取消', EVERYWHERE, (payload) => `已由工作人员取消${cancelled(payload)}。`),
  'order.close': order('订单已关闭', ['inbox'], '款项与样品均已处理完毕，订单关闭。'),

  'sample.return': samples('样品已寄回', (payload) => goneBack(payload)),
  'sample.refuse': samples('样品未能接收', (payload) => `的样品${named(payload)}未能接收，请在样品页面查看处理办法。`),
  'sample.reportAbnormal': samples(
    '样品异常',
    (payload) => `的样品${named(payload)}出现异常，客户经理会与您联系，商定继续检测、补寄或其他处理办法。`,
  ),
  'sample.lose': samples(
    '样品遗失',
    (payload) => `的样品${named(payload)}未能找到，客户经理会尽快与您联系，商定补寄或其他处理办法。`,
  ),
  'sample.keepEnds': samples(
    '留样即将到期',
    ({ until }) => `的留样保存至${String(until ?? '')}，到期后将按约定销毁；如需寄回，请在此之前在样品页面申请。`,
    { deadline: 'until' },
  ),
  'sample.destroy': samples('样品已销毁', '的留样已按约定销毁。'),

  'report.withdraw': order('检测报告已撤回', EVERYWHERE, '的检测报告已撤回，请勿再使用，更正后的报告会另行通知。'),
  // The delivery that contains the new report is announced by all channels as well.
  'report.replace': order('检测报告已更新', QUIET, '的检测报告已由新版本替代，此前的报告不再有效，请下载新报告。'),

  'contract.issue': contract(
    '合同待签署',
    EVERYWHERE,
    ({ amountFen, until, replaces }) =>
      `的合同已拟定${sum(amountFen, '，金额')}，请${until ? `在${until}前` : ''}登录签署。${replaces ? `此前的合同${String(replaces)}已作废。` : ''}`,
    { amount: 'amountFen', deadline: 'until' },
  ),
  'contract.expire': contract('合同已过期', EVERYWHERE, '的合同已过签署期限，客户经理将重新发出，请留意通知。'),
  'contract.sendBack': contract(
    '合同需重新签署',
    EVERYWHERE,
    ({ until }) => `的合同需要重新签署，请${until ? `在${until}前` : '尽快'}完成。`,
    { deadline: 'until' },
  ),
  'contract.seal': contract(
    '合同已生效',
    QUIET,
    ({ amountFen }) => `的合同双方已签署完毕，请到待付款支付预付款${sum(amountFen, '')}。`,
  ),
  'contract.void': {
    ...contract('合同已作废', EVERYWHERE, '的合同已作废，无需签署，客户经理会与您联系后续安排。'),
    // A new edition of the report and the end of the order have their own messages.
    when: ({ alone }) => alone === true,
  },

  'demand.answer': plain(
    '需求已报价',
    EVERYWHERE,
    '/experiment/demand',
    ({ receiptNo, title, amountFen, until }) =>
      `您的实验需求「${String(title ?? '')}」（${String(receiptNo ?? '')}）已报价${sum(amountFen, '，金额')}，请在${until ? `${until}前` : '有效期内'}确认。`,
    { orderNo: 'receiptNo', amount: 'amountFen', deadline: 'until' },
  ),
  'demand.close': plain(
    '需求已关闭',
    QUIET,
    '/experiment/demand',
    ({ receiptNo, title }) => `您的实验需求「${String(title ?? '')}」（${String(receiptNo ?? '')}）已关闭。`,
  ),

  'settlement.fix': order('检测费用已确定', EVERYWHERE, (payload) => fixedAmount(payload), {
    amount: 'finalFen',
    link: ({ openFen, orderNo }) =>
      openFen === 0 ? `/member/order/${encodeURIComponent(String(orderNo))}` : '/member/unsettled',
  }),
  'settlement.dueSoon': plain(
    '费用即将到期',
    EVERYWHERE,
    (payload) => owedPage(payload),
    (payload) => `${owed(payload)}，请按时付款。`,
    OWED,
  ),
  'settlement.overdue': plain(
    '费用已逾期',
    EVERYWHERE,
    (payload) => owedPage(payload),
    (payload) => `${owed(payload)}，现已逾期，请尽快付款${payload.onCredit ? '；付清前不能使用信用额度下单' : ''}。`,
    OWED,
  ),
  'finalAmount.takeBack': order(
    '检测费用已撤回',
    QUIET,
    ({ amountFen }) => `此前确定的最终费用${sum(amountFen, '')}已撤回，将重新核定，请暂不付款。`,
  ),
  'settlement.dissolve': plain(
    '结算单已撤销',
    QUIET,
    '/member/unsettled',
    ({ settlementNo, totalFen }) =>
      `结算单${String(settlementNo ?? '')}${sum(totalFen, '（合计', '）')}中一笔费用正在重新核定，结算单已撤销，其余费用回到未结算。`,
  ),
  'settlement.payFromReceived': plain(
    '结算单已付款',
    EVERYWHERE,
    (payload) => settlementPage('paid')(payload),
    ({ settlementNo, totalFen }) =>
      `您的到账款已用于支付结算单${String(settlementNo ?? '')}，金额${sum(totalFen, '')}。`,
    { orderNo: 'settlementNo', amount: 'totalFen' },
  ),
  'settlement.assign': settlement(
    '结算单已生成',
    EVERYWHERE,
    ({ until }) => `已生成，请${until ? `在${until}前` : ''}到待付款付款。`,
    'unpaid',
  ),
  'settlement.pay': settlement('付款成功', EVERYWHERE, '已付款，感谢您的信任。', 'paid'),
  'settlement.payByChannel': settlement('付款成功', EVERYWHERE, '已付款，感谢您的信任。', 'paid'),
  'settlement.confirmTransfer': settlement('转账已到账', EVERYWHERE, '的转账已核对到账，结算单已付款。', 'paid'),
  'settlement.refuseTransfer': settlement(
    '转账未能核对',
    EVERYWHERE,
    '的转账凭证未能核对，请核对金额与附言后重新提交凭证，或联系客户经理。',
    'unpaid',
  ),

  ...subjectTemplates,
  'invoice.offer': invoiceOffer(),
  'invoice.reject': invoice('开票申请未通过', EVERYWHERE, '未通过，请修改后重新提交。'),
  // The mail with the files is sent by the application itself.
  'invoice.issue': invoice('发票已开具', ['inbox', 'sms'], '已开具，可在开票记录下载，并将发送到您填写的邮箱。'),
  'invoice.declineRed': invoice('红冲未完成', EVERYWHERE, '的红冲未完成，发票继续有效。'),
  'invoice.redden': invoice('发票已红冲', EVERYWHERE, '已红冲，金额可重新申请开票。'),
  'invoice.reddenPart': invoice(
    '发票已部分红冲',
    EVERYWHERE,
    '已部分红冲，红冲的金额可重新申请开票，其余金额继续有效。',
  ),

  'payment.toppedUp': intoBalance(
    '充值成功',
    ({ amountFen, balanceFen }) => `您的预存充值${sum(amountFen)}已到账${sum(balanceFen, '，当前余额')}。`,
  ),
  'payment.kept': intoBalance(
    '付款已存入余额',
    ({ amountFen, about, because, balanceFen }) =>
      `您的付款${sum(amountFen)}（${about}）已到账，因“${because}”未能用于该款项，已全额存入预存余额${sum(balanceFen, '，当前余额')}，可用于其他付款或申请退款。`,
  ),
  'received.keep': intoBalance(
    '转账已到账',
    ({ amountFen }) => `您的转账${sum(amountFen)}已到账，财务将与您确认用途后分配。`,
  ),
  'received.return': returned(),
  'received.confirmReturn': returned(),
}

/** The template of an event by name, for code that has parsed the payload already. */
export const templates = typed as unknown as Record<string, NoticeTemplate>

/**
 * The key of one event, so that an event delivered twice sends one message. A transition is identified by its subject and version, any
 * other event by its whole payload.
 */
export function occurrenceOf(event: string, payload: Payload, now: Date): string {
  // Two parcels on one day are two different events.
  const parcel = typeof payload.waybill === 'string' ? `:${payload.waybill}` : ''
  if (templates[event]?.oncePerDay) return `${event}:${payload.orderNo}:${shanghaiDate(now)}${parcel}`
  if (typeof payload.id === 'number' && typeof payload.version === 'number') {
    return `${event}:${payload.id}:${payload.version}`
  }
  const entries = Object.entries(payload).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${event}:${JSON.stringify(entries)}`.slice(0, 500)
}
