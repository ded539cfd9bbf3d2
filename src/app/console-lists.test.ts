import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Call } from '../platform/contract/call.ts'
import { handlers } from './calls.ts'
import { indexes } from './indexes.ts'

/** Pages of rows for staff that are no index, and why they need no search, columns, views and exports of their own. */
const others: Record<string, string> = {
  '/api/staff/accounting/journals': 'vouchers of a chosen period, which are exported as a whole',
  '/api/staff/bell/list': 'the messages of one person, newest first',
  '/api/staff/books/runs': 'one line for each night; the page of a day is an index',
  '/api/staff/callLog/list': 'a part of the page of a customer or order',
  '/api/staff/content/image/list': 'a chooser inside a form; the library is an index',
  '/api/staff/content/list': 'items in the order of the public pages, which editors change here',
  '/api/staff/contract/toDraw': 'work that waits, above the index of contracts; the index of orders has it as a queue',
  '/api/staff/controlChart/measurements':
    'a part of the page of a control chart; the measurements of all charts are an index',
  '/api/staff/coupon/codes': 'a part of the page of a campaign, with a file of its own',
  '/api/staff/coupon/issues': 'a part of the page of a campaign',
  '/api/staff/coupon/list': 'a part of the page of a campaign; the coupons of all campaigns are an index',
  '/api/staff/group/members': 'a part of the page of a group',
  '/api/staff/import/rows': 'the rows of one file with their faults',
  '/api/staff/instrument/diary': 'a part of the page of an instrument',
  '/api/staff/instrument/downtimes': 'a part of the page of an instrument',
  '/api/staff/note/history': 'former texts of one note',
  '/api/staff/note/list': 'a part of the page of a customer, order or group',
  '/api/staff/note/mentions': 'where one person was named, newest first',
  '/api/staff/order/movable':
    'computed from the load of the moment, below the table that it explains; shown by slack only',
  '/api/staff/order/tasks': 'a column of the task board',
  '/api/staff/payment/bills': 'one line for each day and channel',
  '/api/staff/sample/keepOver': 'work that waits, with a verb for many rows',
  '/api/staff/shelf/list': 'the shelves of the store, chosen for labels',
  '/api/staff/statement/batches': 'the runs of one month',
  '/api/staff/todo/about': 'a part of the page of a customer, order or group',
  '/api/staff/todo/list': 'the todos of one person, by date',
  '/api/staff/todo/waiting': 'what one person asked others to do',
  '/api/staff/transfer/candidates': 'a chooser inside a dialog',
  '/api/staff/webhook/deliveries': 'a part of the page of an address',
  '/api/staff/apiKey/requests': 'a part of the page of a customer',
}

const shapeOf = ({ output }: Call) => (output instanceof z.ZodObject ? (output.shape as Record<string, unknown>) : {})
const ofStaff = handlers.map(({ call }) => call).filter(({ path }) => path.startsWith('/api/staff/'))
const isIndex = (call: Call) => 'cappedCounts' in shapeOf(call)

describe('[G-05] lists of the console', () => {
  it('every call of staff that answers a page of rows is an index, or is named here with the reason', () => {
    const pages = ofStaff.filter((call) => 'list' in shapeOf(call) && 'total' in shapeOf(call) && !isIndex(call))
    const todo = 'declare the list with defineIndex (docs/architecture/adding.md), or name it in others with the reason'
    expect(pages.map(({ path }) => path).toSorted(), todo).toEqual(Object.keys(others).toSorted())
  })

  it('every index has its call, and its name once', () => {
    const names = indexes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(ofStaff.filter(isIndex).length).toBeGreaterThanOrEqual(names.length)
  })

  it('what a laboratory asks for each day is an index', () => {
    const names = indexes.map(({ name }) => name)
    for (const name of ['settlements', 'ordersToFix', 'finalAmounts', 'payDifferences', 'issuedCoupons'])
      expect(names).toContain(name)
  })
})

it('[Q-120] a list that is empty without any filter does not speak of conditions', () => {
  const screens = globSync('src/**/console/**/*.tsx').map((file) => [file, readFileSync(file, 'utf8')] as const)
  expect(screens.length).toBeGreaterThan(100)
  const wrong = screens.filter(([, text]) => /<IndexList[^]*?empty=\{\s*<EmptyState\s+title="没有符合条件/.test(text))
  expect(wrong.map(([file]) => file)).toEqual([])
})
