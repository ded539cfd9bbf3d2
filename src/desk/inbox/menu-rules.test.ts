import { expect, it } from 'vitest'
import { workByPage } from './menu-rules.ts'

it('the numbers of the menu are the sums of the work on each page', () => {
  const found = workByPage({
    queues: [
      { key: 'startTesting', total: 2 },
      { key: 'data', total: 3 },
      { key: 'review', total: 4 },
      { key: 'verify', total: 0 },
    ],
    elsewhere: [
      { to: '/console/transfers?tab=pending', count: 1 },
      { to: '/console/transfers?tab=checking', count: 5 },
    ],
  })
  expect(Object.fromEntries(found)).toEqual({ '/console/tasks': 5, '/console/orders': 4, '/console/transfers': 6 })
})
