import type { assetAll4num } from '../../../billing/settlements/asset-contract.ts'
import type { orderHistory } from '../../../lab/orders/contract.ts'
import type { userInfo } from '../../../people/customers/profile-contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { formatFen } from '../../../platform/money.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

export interface Todo {
  key: string
  what: string
  note?: string
  to: string
  act: string
  late?: boolean
}

export interface TodoSources {
  me: { userInfo: Pick<OutputOf<typeof userInfo>['userInfo'], 'profileComplete' | 'group'> }
  badges: OutputOf<typeof assetAll4num>
  orders: Pick<OutputOf<typeof orderHistory>['list'][number], 'orderNo' | 'title' | 'stage' | 'next'>[]
  /** Paid and not on an invoice. */
  invoiceableFen: number
}

/** Orders in these stages wait for payment only, which is one line for all of them together with the settlements. */
const waitForPayment = new Set<string>(['prepay', 'done'])

/** What the customer can do next, the most urgent first. `isActing`: the page shows a group, in whose name the person works. */
export function todosOf({ me, badges, orders, invoiceableFen }: TodoSources, isActing: boolean): Todo[] {
  const todos: Todo[] = []
  // The profile is the person's, also while the page shows a group.
  if (!me.userInfo.profileComplete && !isActing) {
    const note = me.userInfo.group === 'institute' ? '完善后开通信用额度，先测试后付款' : '完善后即可下单'
    todos.push({ key: 'profile', what: '完善个人资料', note, to: '/member/information', act: '去完善' })
  }
  for (const order of orders) {
    if (order.next?.who !== 'customer' || waitForPayment.has(order.stage)) continue
    const due = order.next.dueAt ? `，${minuteText(order.next.dueAt)} 前` : ''
    todos.push({
      key: order.orderNo,
      what: order.next.what,
      note: `${order.orderNo} ${order.title}${due}`,
      to: `/member/order/${order.orderNo}`,
      act: '去处理',
      late: order.next.overdue,
    })
  }
  if (badges.prestoreRejected > 0)
    todos.push({
      key: 'prestore',
      what: `${badges.prestoreRejected} 份预存申请被驳回`,
      note: '修改后可重新提交',
      to: '/member/prestore',
      act: '去修改',
    })
  if (badges.unpaid > 0)
    todos.push({
      key: 'unpaid',
      what: `${badges.unpaid} 笔待付款`,
      note: '订单预付款与结算单',
      to: '/member/unpaid',
      act: '去付款',
    })
  if (badges.unsettled > 0)
    todos.push({ key: 'unsettled', what: `${badges.unsettled} 笔费用待结算`, to: '/member/unsettled', act: '去结算' })
  if (invoiceableFen > 0)
    todos.push({
      key: 'invoice',
      what: '已付款项可以申请开票',
      note: `可开票金额 ${formatFen(invoiceableFen)}`,
      to: '/member/invoiceLs',
      act: '去开票',
    })
  return todos
}
