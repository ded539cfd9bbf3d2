import { expect, it } from 'vitest'
import { countOf, todosOf, type TodoSources } from './todos.ts'

const order = (orderNo: string, stage: TodoSources['orders'][number]['stage'], what: string) => ({
  orderNo,
  title: '粉末 X 射线衍射',
  stage,
  next: { what, who: 'customer' as const, dueAt: null, overdue: false },
  cluster: null as TodoSources['orders'][number]['cluster'],
})

/** Nobody and nothing waits. */
const nothing: TodoSources = {
  me: { userInfo: { profileComplete: true, group: 'institute' } },
  badges: {
    unsettled: 0,
    unpaid: 0,
    prestorePending: 0,
    prestoreRejected: 0,
    groups: { invited: 0, offered: 0, applied: 0 },
    orders: {} as TodoSources['badges']['orders'],
  },
  orders: [],
  hasMore: false,
  invoiceableFen: 0,
}

it('[Q-114] an order that waits for its prepayment is one thing to do, and is not called a settlement', () => {
  const todos = todosOf(
    {
      ...nothing,
      badges: { ...nothing.badges, unpaid: 1 },
      orders: [
        order('MX1', 'prepay', '请完成预付'),
        order('MX2', 'quoted', '请确认报价'),
        order('MX3', 'prepay', '请答复改期提议'),
      ],
    },
    false,
  )
  expect(todos.map(({ what, note, to }) => [what, note, to])).toEqual([
    ['请确认报价', 'MX2 粉末 X 射线衍射', '/member/order/MX2'],
    ['请答复改期提议', 'MX3 粉末 X 射线衍射', '/member/order/MX3'],
    ['1 笔待付款', '订单预付款与结算单', '/member/unpaid'],
  ])
})

it('[Q-118] orders whose work stands still come first, and many orders end in one line', () => {
  const waiting = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => order(name, 'awaiting_sample', '请寄送样品'))
  const todos = todosOf(
    {
      ...nothing,
      orders: [...waiting, order('old', 'on_hold', '请答复异常情况')],
    },
    false,
  )
  expect(todos.map(({ key }) => key)).toEqual(['old', 'a', 'b', 'c', 'd', 'e', 'orders'])
  expect(todos.at(-1)?.what).toBe('还有 1 个订单等您处理')
  expect(countOf(todos)).toBe(7)
})

it('[Q-118] where not all orders were read, none are counted', () => {
  const todos = todosOf(
    {
      ...nothing,
      orders: [order('a', 'awaiting_sample', '请寄送样品')],
      hasMore: true,
    },
    false,
  )
  expect(todos.map(({ what }) => what)).toEqual(['请寄送样品', '其余订单见“我的订单”'])
})

it('[Q-305] of an order that a group pays, the group is told of what it decides, and the member of the rest', () => {
  const cluster = { groupNo: 'KT26030200001', name: '催化课题组', member: '李晓雯' }
  const ordersFor = (isActing: boolean) =>
    [
      order('MX1', 'group_review', isActing ? '请审批' : '课题组负责人审批'),
      order('MX2', 'quoted', '请确认报价'),
      order('MX3', 'contract', isActing ? '请下单成员答复改期提议' : '请答复改期提议'),
      order('MX4', 'awaiting_sample', isActing ? '请下单成员寄送样品' : '请寄送样品'),
      order('MX5', 'contract', isActing ? '请签署合同' : '由课题组签署合同'),
    ].map((each) => ({ ...each, cluster }))
  const shown = (isActing: boolean) =>
    todosOf({ ...nothing, orders: ordersFor(isActing) }, isActing).map(({ what, key }) => [key, what])
  expect(shown(true)).toEqual([
    ['MX2', '请确认报价'],
    ['MX5', '请签署合同'],
    ['MX1', '请审批'],
  ])
  expect(shown(false)).toEqual([
    ['MX2', '请确认报价'],
    ['MX3', '请答复改期提议'],
    ['MX4', '请寄送样品'],
  ])
})

it('[Q-316] an offered group, invitations and applicants are something to do, and lead to where they are answered', () => {
  const badges = { ...nothing.badges, groups: { invited: 2, offered: 1, applied: 3 } }
  const todos = todosOf({ ...nothing, badges }, false)
  expect(todos.map(({ what, to }) => [what, to])).toEqual([
    ['请答复课题组转让', '/member/communityJn'],
    ['2 个课题组邀请您加入', '/member/communityJn?part=invited'],
    ['3 人申请加入您的课题组', '/member/communityMg'],
  ])
  expect(countOf(todos)).toBe(6)
})
