import type { assetAll4num } from '../../../billing/settlements/asset-contract.ts'
import type { orderHistory } from '../../../lab/orders/contract.ts'
import type { userInfo } from '../../../people/customers/person-contract.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { formatFen } from '../../../platform/money.ts'
import { minuteText } from '../../../ui/text/day-text.ts'
import { prepaySteps, tellsOfVisit } from '../../order-page/promise-rules.ts'

export interface Todo {
  key: string
  what: string
  note?: string
  to: string
  act: string
  late?: boolean
  /** How many things to do the line stands for, when it is not one. */
  count?: number
}

export interface TodoSources {
  me: { userInfo: Pick<OutputOf<typeof userInfo>['userInfo'], 'profileComplete' | 'group'> }
  badges: OutputOf<typeof assetAll4num>
  /** Those that can wait for the customer, of very many only the newest. */
  orders: Pick<OutputOf<typeof orderHistory>['list'][number], 'orderNo' | 'title' | 'stage' | 'next' | 'cluster'>[]
  /** There are more orders than these, so that nothing can be counted. */
  hasMore: boolean
  /** Paid and not on an invoice. */
  invoiceableFen: number
}

/** Orders whose work stands still come first, those that go on by themselves last. */
const urgency = [
  ...['on_hold', 'retest_offered', 'quoted', 'contract', 'prepay', 'group_review', 'review', 'quoting'],
  ...['awaiting_sample', 'delivered'],
]
/** Where a group that pays has to decide; samples, visits and results stay with the member who ordered. */
const ofGroup: readonly string[] = ['group_review', 'quoted', 'contract', 'prepay', 'retest_offered']
/** What a member cannot do for the group. */
const notOfMember: readonly string[] = ['group_review', 'contract', 'prepay']
const prepayment: readonly string[] = Object.values(prepaySteps)
/** More orders than this are one line together. */
const MOST_ORDERS = 6

/** What the customer can do next, the most urgent first. `isActing`: the page shows a group, in whose name the person works. */
export function todosOf({ me, badges, orders, hasMore, invoiceableFen }: TodoSources, isActing: boolean): Todo[] {
  const todos: Todo[] = []
  // The profile is the person's, also while the page shows a group.
  if (!me.userInfo.profileComplete && !isActing) {
    const note = me.userInfo.group === 'institute' ? '完善后开通信用额度，先测试后付款' : '完善后即可下单'
    todos.push({ key: 'profile', what: '完善个人资料', note, to: '/member/information', act: '去完善' })
  }
  todos.push(...todosOfOrders(orders, hasMore, isActing), ...todosOfGroups(badges.groups))
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

/** What groups ask of the person, and people of the groups that the person manages. */
function todosOfGroups({ invited, offered, applied }: TodoSources['badges']['groups']): Todo[] {
  const todos: Todo[] = []
  if (offered > 0)
    todos.push({
      key: 'offered',
      what: '请答复课题组转让',
      note: '同意后由您担任所有者',
      to: '/member/communityJn',
      act: '去答复',
      count: offered,
    })
  if (invited > 0)
    todos.push({
      key: 'invited',
      what: `${invited} 个课题组邀请您加入`,
      to: '/member/communityJn?part=invited',
      act: '去答复',
      count: invited,
    })
  if (applied > 0)
    todos.push({
      key: 'applied',
      what: `${applied} 人申请加入您的课题组`,
      to: '/member/communityMg',
      act: '去处理',
      count: applied,
    })
  return todos
}

export function countOf(todos: readonly Todo[]): number {
  return todos.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** An order that a group pays waits for the member or for the group, and is something to do for that one alone. */
function isMine({ stage, next, cluster }: TodoSources['orders'][number], isActing: boolean): boolean {
  const visit = tellsOfVisit(next?.what ?? '')
  if (isActing) return !visit && ofGroup.includes(stage)
  return !cluster || visit || !notOfMember.includes(stage)
}

function todosOfOrders(orders: TodoSources['orders'], hasMore: boolean, isActing: boolean): Todo[] {
  const rank = ({ stage }: { stage: string }) => urgency.indexOf(stage)
  const waiting = orders
    // Payment is below, for all orders together with the settlements.
    .filter((order) => order.next?.who === 'customer' && order.stage !== 'done' && isMine(order, isActing))
    .filter(({ next }) => !prepayment.includes(next?.what ?? ''))
    .toSorted((one, other) => Number(other.next?.overdue) - Number(one.next?.overdue) || rank(one) - rank(other))
  const todos: Todo[] = waiting.slice(0, MOST_ORDERS).map(({ orderNo, title, next }) => ({
    key: orderNo,
    what: next?.what ?? '',
    note: `${orderNo} ${title}${next?.dueAt ? `，${minuteText(next.dueAt)} 前` : ''}`,
    to: `/member/order/${orderNo}`,
    act: '去处理',
    late: next?.overdue ?? false,
  }))
  const left = waiting.length - todos.length
  if (left > 0 || hasMore)
    todos.push({
      key: 'orders',
      what: hasMore ? '其余订单见“我的订单”' : `还有 ${left} 个订单等您处理`,
      to: '/member/order',
      act: '查看订单',
      count: left,
    })
  return todos
}
