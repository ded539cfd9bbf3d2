import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadLife } from '../../../demo/life/load.ts'
import {
  amountIndex,
  staffFinalAmounts,
  staffOrdersToFix,
  toFixIndex,
} from '../../billing/settlements/amount-list-contract.ts'
import { inboxRead } from '../../workspace/inbox/contract.ts'
import { workByPage } from '../../workspace/inbox/menu-rules.ts'
import { listOfQueue } from '../../workspace/inbox/place-rules.ts'
import { roles } from '../../core/staff/rules.ts'
import type { Call } from '../../platform/contract/call.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import { sampleReturns, samplesDue } from '../../lab/intake/return-contract.ts'
import { orderIndex, staffOrderList, staffVerifyList, verifyIndex } from '../../lab/orders/lists/list-contract.ts'
import { staffTaskLanes } from '../../lab/orders/tasks/task-contract.ts'
import { chartIndex, controlChartList } from '../../lab/control-charts/list-contract.ts'
import { contractIndex, staffContractList } from '../../lab/contracts/list-contract.ts'
import { pickupIndex, pickupSearch } from '../../lab/pickups/list-contract.ts'
import { invoiceIndex, staffInvoiceList } from '../../billing/invoices/list-contract.ts'
import { threadIndex, staffThreadSearch } from '../../workspace/threads/list-contract.ts'
import { groupIndex, staffGroupList } from '../../people/groups/list-contract.ts'
import { reviewIndex, staffReviewList } from '../../shop/reviews/list-contract.ts'
import {
  claimIndex as pointClaimIndex,
  exchangeIndex as pointExchangeIndex,
  staffClaimList,
  staffExchangeList,
} from '../../money/points/list-contract.ts'
import { differenceIndex, staffDifferences } from '../../money/payments/difference-list-contract.ts'
import {
  claimIndex as transferIndex,
  receivedIndex,
  receivedList,
  staffTransferList,
} from '../../money/prestore/list-contract.ts'
import { promoterIndex, staffPromoters } from '../../money/promotion/list-contract.ts'
import { staffWithdrawList, withdrawalIndex } from '../../money/withdrawals/list-contract.ts'
import { staffOpenDays } from '../../money/books/contract.ts'
import { refundIndex, staffRefundList } from '../../money/refunds/list-contract.ts'
import { creditIndex, staffCreditList } from '../../money/credit/list-contract.ts'
import { faultIndex, staffFaultList } from '../../core/faults/list-contract.ts'
import { safetyRead } from '../../core/safety/contract.ts'
import { deadJobIndex, staffDeadJobs } from '../../core/upkeep/list-contract.ts'
import { noticeIndex, staffNoticeList } from '../../workspace/notices/list-contract.ts'
import { consoleNav } from '../layouts/console-nav.ts'
import { type TestApp, type TestPerson, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.set(new Date('2028-03-01T08:00:00Z'))
  await loadLife(app.system)
}, 120_000)
afterAll(() => app.close())

const indexes: Record<string, [AnyIndex, Call]> = {
  '/console/control-charts': [chartIndex, controlChartList],
  '/console/orders': [orderIndex, staffOrderList],
  '/console/verify': [verifyIndex, staffVerifyList],
  '/console/contracts': [contractIndex, staffContractList],
  '/console/pickups': [pickupIndex, pickupSearch],
  '/console/invoices': [invoiceIndex, staffInvoiceList],
  '/console/threads': [threadIndex, staffThreadSearch],
  '/console/groups': [groupIndex, staffGroupList],
  '/console/reviews': [reviewIndex, staffReviewList],
  '/console/points/claims': [pointClaimIndex, staffClaimList],
  '/console/points/exchanges': [pointExchangeIndex, staffExchangeList],
  '/console/transfers': [transferIndex, staffTransferList],
  '/console/settlements': [toFixIndex, staffOrdersToFix],
  '/console/settlements?tab=checking': [amountIndex, staffFinalAmounts],
  '/console/withdrawals': [withdrawalIndex, staffWithdrawList],
  '/console/refunds': [refundIndex, staffRefundList],
  '/console/credit': [creditIndex, staffCreditList],
  '/console/payments': [differenceIndex, staffDifferences],
  '/console/bank': [receivedIndex, receivedList],
  '/console/promoters': [promoterIndex, staffPromoters],
  '/console/notices': [noticeIndex, staffNoticeList],
  '/console/faults': [faultIndex, staffFaultList],
  '/console/jobs': [deadJobIndex, staffDeadJobs],
}

/** The first number of a page of the console, as its own calls answer it. */
async function firstNumber(address: string, as: TestPerson): Promise<number> {
  const { pathname, searchParams } = new URL(address, 'https://lab.example')
  const page = { page: 1, size: 20 }
  if (pathname === '/console/returns')
    return searchParams.get('tab') === 'keepOver'
      ? (await app.call(samplesDue, page, { as })).total
      : (await app.call(sampleReturns, page, { as })).total
  if (pathname === '/console/tasks')
    return (await app.call(staffTaskLanes, { by: 'stage' }, { as })).lanes[0]?.orders ?? 0
  if (pathname === '/console/safety')
    return (await app.call(safetyRead, {}, { as })).alarms.filter(({ seenAt }) => seenAt === null).length
  if (pathname === '/console/days') {
    const { lastClosed, to } = await app.call(staffOpenDays, {}, { as })
    return to === null || lastClosed === null ? 0 : (Date.parse(to) - Date.parse(lastClosed)) / 86_400_000
  }
  if (pathname === '/console/intake') return firstNumber('/console/orders?queue=receive', as)
  const tabbed = indexes[`${pathname}?tab=${searchParams.get('tab')}`]
  const [index, call] = tabbed ?? indexes[pathname] ?? expect.fail(`no page is known for ${address}`)
  const { tab, kw, filters } = queryOfAddress(index, searchParams)
  return ((await app.call(call, { tab, kw, filters, size: 1 } as never, { as })) as { total: number }).total
}

it('[G-03] every number of the menu and of the inbox is the first number of the page that it opens, for every role of the demo', async () => {
  const compared = new Set<string>()
  for (const role of Object.keys(roles) as (keyof typeof roles)[]) {
    const as = await app.staff(role)
    if (!consoleNav({ role, actions: null })[0]?.items.some(({ to }) => to === '/console')) continue
    const work = await app.call(inboxRead, {}, { as })
    const badges = consoleNav({ role, actions: null }, workByPage(work))
      .flatMap(({ items }) => items)
      .flatMap(({ waiting }) => waiting ?? [])
    const chips = [
      ...work.queues.map(({ key, label, total }) => ({ label, to: listOfQueue(key), count: total })),
      ...work.elsewhere,
    ]
    for (const { label, to, count } of [...badges, ...chips]) {
      compared.add(to)
      expect([role, label, to, count]).toEqual([role, label, to, await firstNumber(to, as)])
    }
  }
  expect(compared.size).toBeGreaterThan(20)
}, 120_000)

it('[Q-210] lists find as confirmable exactly the rows that the reader may confirm', async () => {
  const as = await app.staff('finance')
  const confirmable = Object.values(indexes).filter(([index]) => 'confirmable' in index.fields)
  expect(confirmable.length).toBe(6)
  for (const [index, call] of confirmable)
    for (const tab of Object.keys(index.tabs))
      for (const [confirmable, mayConfirm] of [
        ['yes', true],
        ['no', false],
      ] as const) {
        const query = { tab, filters: { confirmable: [confirmable] }, size: 100 }
        const { list } = (await app.call(call, query as never, { as })) as { list: { mayConfirm: boolean }[] }
        expect([index.name, tab, list.filter((row) => row.mayConfirm !== mayConfirm)]).toEqual([index.name, tab, []])
      }
})
