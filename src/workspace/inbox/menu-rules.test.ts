import { expect, it } from 'vitest'
import { workByPage } from './menu-rules.ts'

it('[G-03] the number of a menu entry is that of one list, which the entry opens; sums and orders in general have none', () => {
  const found = workByPage({
    queues: [
      { key: 'startTesting', total: 2 },
      { key: 'data', total: 3 },
      { key: 'review', total: 4 },
      { key: 'verify', total: 0 },
      { key: 'return', total: 8 },
      { key: 'destroy', total: 93 },
    ],
    elsewhere: [
      { label: '待核销转账', to: '/console/transfers?tab=pending', count: 0 },
      { label: '转账待复核', to: '/console/transfers?tab=checking', count: 5 },
      { label: '提现待审核', to: '/console/withdrawals?tab=pending', count: 1 },
      { label: '提现待复核', to: '/console/withdrawals?tab=checking', count: 7 },
    ],
  })
  expect(Object.fromEntries(found)).toEqual({
    '/console/tasks': { count: 2, label: '待开始检测', to: '/console/tasks' },
    '/console/returns': { count: 8, label: '待寄回样品', to: '/console/returns' },
    '/console/transfers': { count: 5, label: '转账待复核', to: '/console/transfers?tab=checking' },
    '/console/withdrawals': { count: 1, label: '提现待审核', to: '/console/withdrawals?tab=pending' },
  })
})

it('[Q-324] what waits on a page below an entry of the menu is counted on that entry', () => {
  const claims = { label: '致谢积分待审核', to: '/console/points/claims', count: 2 }
  const exchanges = { label: '积分商品待发货', to: '/console/points/exchanges', count: 3 }
  expect(Object.fromEntries(workByPage({ queues: [], elsewhere: [claims, exchanges] }))).toEqual({
    '/console/points': claims,
  })
})

it('[Q-375] reports of errors are counted on 系统状态, the entry that leads to them', () => {
  const faults = { label: '错误报告待处理', to: '/console/faults?tab=open', count: 1 }
  expect(Object.fromEntries(workByPage({ queues: [], elsewhere: [faults] }))).toEqual({ '/console/health': faults })
})
