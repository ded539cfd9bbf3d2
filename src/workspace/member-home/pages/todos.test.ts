import { expect, it } from 'vitest'
import { todosOf, type TodoSources } from './todos.ts'

const order = (orderNo: string, stage: TodoSources['orders'][number]['stage'], what: string) => ({
  orderNo,
  title: '粉末 X 射线衍射',
  stage,
  next: { what, who: 'customer' as const, dueAt: null, overdue: false },
})

it('[Q-114] an order that waits for its prepayment is one thing to do, and is not called a settlement', () => {
  const todos = todosOf(
    {
      me: { userInfo: { profileComplete: true, group: 'individual' } },
      badges: {
        unsettled: 0,
        unpaid: 1,
        prestorePending: 0,
        prestoreRejected: 0,
        orders: {} as TodoSources['badges']['orders'],
      },
      orders: [order('MX1', 'prepay', '请完成预付'), order('MX2', 'quoted', '请确认报价')],
      invoiceableFen: 0,
    },
    false,
  )
  expect(todos.map(({ what, note, to }) => [what, note, to])).toEqual([
    ['请确认报价', 'MX2 粉末 X 射线衍射', '/member/order/MX2'],
    ['1 笔待付款', '订单预付款与结算单', '/member/unpaid'],
  ])
})
