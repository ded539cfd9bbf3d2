import { groupAsked } from '../../../lab/orders/events.ts'
import { orderLifecycle } from '../../../lab/orders/rules.ts'
import { EVERYWHERE, order, plain, QUIET, type TemplatesFor } from '../notice-rules.ts'
import { sum } from '../wordings/wording-rules.ts'

// Messages about orders that a group pays: to its owner and managers, and to the member who ordered.

const { groupApprove, groupApproveToQuote, groupDecline } = orderLifecycle.events
export const groupOrderEvents = [groupAsked, groupApprove, groupApproveToQuote, groupDecline] as const

export const groupOrderTemplates: TemplatesFor<(typeof groupOrderEvents)[number]> = {
  'order.groupAsked': plain(
    '课题组订单待处理',
    EVERYWHERE,
    ({ orderNo }) => `/member/order/${encodeURIComponent(orderNo)}`,
    (payload) => groupQuestion(payload),
    { orderNo: 'orderNo' },
  ),
  'order.groupApprove': order('课题组已同意下单', QUIET, '已由课题组同意，进入审核。'),
  'order.groupApproveToQuote': order('课题组已同意下单', QUIET, '已由课题组同意，等待报价。'),
  'order.groupDecline': order('课题组未同意下单', EVERYWHERE, '未获课题组同意，已取消，占用的额度已释放。'),
}

const questions = {
  order: '超出成员可自行下单的金额，请切换到课题组身份审批。',
  quote: '已报价，成员可在额度内接受；超出额度或需签合同时，请切换到课题组身份处理。',
  retest: '有复测费用待确认，超出成员额度时，请切换到课题组身份处理。',
}

/** What the owner and managers of a group are asked about an order. */
function groupQuestion({
  orderNo,
  title,
  what,
  amountFen,
}: Partial<{ orderNo: string; title: string; what: keyof typeof questions; amountFen: number | null }>): string {
  return `课题组订单${orderNo ?? ''}「${title ?? ''}」${sum(amountFen, '（', '）')}${questions[what ?? 'order']}`
}
