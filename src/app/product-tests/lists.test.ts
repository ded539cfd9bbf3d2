import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { handlers } from '../calls.ts'

// No list may be cut silently: a call answers the total, a page can load the next part,
// and the position in a list is part of the URL.

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\/testing\/|\/demo/.test(file))
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Lists without paging, and what bounds them. */
const wholeLists: Record<string, string> = {
  '/api/auth/address/list': 'the number of addresses per customer is limited',
  '/api/auth/cluster/acting': 'the number of groups of one person is limited',
  '/api/auth/invoice/list': 'the number of invoice titles per customer is limited',
  '/api/auth/library/curves': 'one entry for each curve that was asked for, at most eight',
  '/api/auth/order/forecasts': 'one entry for each order that was asked for, at most twenty',
  '/api/auth/settlement/rows': 'all open amounts of one customer, because the page shows their sum',
  '/api/auth/user/sessions': 'the sessions of one account',
  '/api/auth/user/signIns': 'the page says that it shows the latest ones',
  '/api/staff/security/signIns': 'the page says that it shows the latest ones',
  '/api/open/web/guide/questions': 'all questions of one page, written by editors',
  '/api/staff/account/inDoubt': 'only accounts that wait for a decision',
  '/api/staff/outbox/list': 'the page says that it shows the last messages; only for demos and tests',
  '/api/staff/export/list': 'exports of one person in a day, whose number is limited',
  '/api/staff/points/rules': 'the rules of one installation, one for each date',
  '/api/staff/received/payables': 'everything that one customer can pay now, as a choice',
  '/api/staff/view/list': 'the number of views per person is limited, and few are shared',
  '/api/staff/statement/find': 'suggestions while typing a name; the form finds more with more letters',
  '/api/staff/reservation/blocked':
    'bookings of one instrument within the horizon; the answer says when there are more',
  '/api/auth/tempDevice/shares': 'the number of links per customer is limited',
  '/api/auth/apiKey/list': 'at most twenty keys that work, and those that ended',
  '/api/staff/apiKey/list': 'at most twenty keys that work, and those that ended',
  '/api/staff/bank/known': 'the serials that are asked for, at most 500',
  '/api/auth/webhook/list': 'at most five addresses',
  '/api/staff/webhook/list': 'at most five addresses',
  '/api/staff/staff/absence/list': 'the absences of the staff of one laboratory, a year ahead',
  '/api/staff/accounting/codes': 'one row for each account of the ledger',
  '/api/staff/staff/list': 'the staff of one laboratory',
  '/api/staff/staff/roles/list': 'the roles of one laboratory, at most fifty custom ones in use',
  '/api/staff/notice/wordings': 'one entry for each notice of the product',
}

/** Statements with a constant limit, and why it hides nothing. */
const fixedLimits: Record<string, string> = {
  'src/core/files/store.ts 100': 'examples of files with the same bytes; one is named',
  'src/people/sign-in/codes/code-store.ts 10': 'counts codes against a limit that is lower',
  'src/shop/catalogue/detail-store.ts 4': 'related projects on the page of a project, which links to their category',
  'src/shop/catalogue/project-store.ts 50': 'examples of uses of a picture; one use is enough to keep it',
  'src/shop/articles/image-use-store.ts 50': 'examples of uses of a picture; one use is enough to keep it',
  'src/shop/editing/revisions/revision-store.ts 50': 'examples of uses of a picture; one use is enough to keep it',
  'src/shop/articles/store.ts 20': 'a block of the home page, which links to its complete list',
  'src/shop/articles/store.ts 5': 'notices of the ticker',
  'src/shop/articles/store.ts 6': 'a block of the home page, which links to its complete list',
  'src/shop/articles/store.ts 8': 'slides of the home page',
  'src/platform/auth/sessions.ts 50': 'the most recently used devices',
  'src/people/customers/store.ts 50': 'consents of one person, a few per version of an agreement',
  'src/core/safety/store.ts 100': 'unhandled alarms come first',
  'src/platform/db/bounded-count.ts 10001':
    'a count that stops here is shown with a plus; the list itself has every row',
  'src/app/doctor/database-facts.ts 5': 'examples of bloated tables; the finding is the same for one or many',
}

/** Pages that read only one part of a list, and why. */
const singleParts: Record<string, string> = {
  'src/lab/control-charts/console/chart-dialog.tsx instrumentList':
    'instruments found while typing; it says when there are more',
  'src/lab/pickups/staff/incoming-pickups.tsx pickupSearch': 'the parcels on their way now, with a link to the list',
  'src/lab/samples/console/samples.tsx shelfList': 'a choice, which says so when there are more shelves',
  'src/lab/samples/console/shelf-labels.tsx shelfList': 'at most a hundred chosen shelves',
  'src/lab/samples/shelves/shelf-codes.tsx shelfList': 'suggestions; every other shelf can be typed',
  'src/money/points/console/goods-dialog.tsx staffCampaigns': 'the running campaigns, a few at a time',
  'src/lab/contracts/order-contract.tsx staffContractList': 'versions of the contract of one order',
  'src/workspace/notices/console/outbox.tsx staffOutboxList':
    'the page says that it shows the last 100; only for demos and tests',
  'src/lab/reports/compared-curves/compare-curves.tsx orderHistory':
    'orders found while typing; it says when there are more',
  'src/lab/reports/compared-curves/compare-curves.tsx staffOrderList':
    'orders found while typing; it says when there are more',
}

describe('[F-06] no list has a silent limit', () => {
  it('a call that answers a list includes the total, unless its list is bounded otherwise', () => {
    const silent = handlers
      .map(({ call }) => call)
      .filter(({ output }) => {
        const shape = output instanceof z.ZodObject ? output.shape : {}
        return 'list' in shape && !('total' in shape)
      })
      .map(({ path }) => path)
    const todo = 'answer listOf(…), or name the call in wholeLists with what bounds it'
    expect(silent.sort(), todo).toEqual(Object.keys(wholeLists).sort())
  })

  it('every statement with a constant limit is listed here with its reason', () => {
    const found = sources.flatMap((file) =>
      [...textOf(file).matchAll(/sql`[^`]*`/g)].flatMap(([statement]) =>
        [...statement.matchAll(/\blimit (\d+)\b/g)]
          .filter(([, count]) => Number(count) > 1)
          .map(([, count]) => `${file} ${count}`),
      ),
    )
    const todo = 'page the statement, or name it in fixedLimits with why nothing is hidden'
    expect([...new Set(found)].sort(), todo).toEqual(Object.keys(fixedLimits).sort())
  })

  it('a page that loads one part of a list can load the other parts too, or only counts', () => {
    const found = sources
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/useCall\(\s*(\w+),\s*\{[^}]*\}/g)]
          .filter(
            ([read]) => /\bsize\b/.test(read) && !/\b(page|after)\b/.test(read) && !/\.\.\.(query|one)\b/.test(read),
          )
          .map(([, call]) => `${file} ${call}`),
      )
    const todo = 'send the page as well, or name the file in singleParts with the reason'
    expect(found.sort(), todo).toEqual(Object.keys(singleParts).sort())
  })
})

describe('[F-51] the position in a list of the console is part of the URL', () => {
  const pages = sources.filter((file) => /\/console\/.*\.tsx$/.test(file))

  it('tabs of the console are links', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter((file) => /<Tabs\b/.test(textOf(file)))).toEqual([])
  })

  it('a filter above a list navigates', () => {
    const filters = pages.filter((file) => /<Toolbar\b/.test(textOf(file)))
    expect(filters.length).toBeGreaterThan(0)
    expect(filters.filter((file) => !/useAddress\(|useSearchParams\(/.test(textOf(file)))).toEqual([])
  })

  it('only the second list of a page keeps its page number in component state', () => {
    expect(pages.filter((file) => /\bonPage=/.test(textOf(file))).sort()).toEqual([
      'src/lab/contracts/console/contracts.tsx',
      'src/money/prestore/console/bank.tsx',
      // In a dialog.
    ])
  })
})
