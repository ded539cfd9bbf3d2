import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { handlers } from './calls.ts'

// No list may end without saying so: a call tells how many there are in all, a page asks for the next part,
// and where somebody stands in a list is in the address.

const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|\/testing\/|\/demo/.test(file))
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Lists that answer everything they have, since something else bounds them. */
const wholeLists: Record<string, string> = {
  '/api/auth/address/list': 'as many addresses as a customer may keep',
  '/api/auth/settlement/rows': 'all that a customer has to settle, since its sum is shown',
  '/api/auth/user/sessions': 'where one account is signed in',
  '/api/staff/account/inDoubt': 'all that wait for a decision',
  '/api/staff/outbox/list': 'says on the page that it shows the last messages; only for trying the product out',
  '/api/staff/received/payables': 'all that one customer can pay now, to choose from',
  '/api/staff/staff/list': 'everybody who works here',
}

/** Statements with a fixed limit, and why nothing is lost by it. */
const fixedLimits: Record<string, string> = {
  'src/people/sign-in/code-store.ts 10': 'counts for a limit on codes that is lower',
  'src/shop/catalogue/project-store.ts 50': 'examples of where a picture is used; one is enough to keep it',
  'src/shop/articles/image-use-store.ts 50': 'examples of where a picture is used; one is enough to keep it',
  'src/shop/editing/revision-store.ts 50': 'examples of where a picture is used; one is enough to keep it',
  'src/shop/articles/store.ts 20': 'a block of the home page, which links to its whole list',
  'src/shop/articles/store.ts 5': 'notices of the ticker',
  'src/shop/articles/store.ts 6': 'a block of the home page, which links to its whole list',
  'src/shop/articles/store.ts 8': 'slides of the home page',
  'src/platform/auth/sessions.ts 50': 'the devices used last',
  'src/desk/privacy/store.ts 50': 'consents of one person, a few per edition of an agreement',
  'src/ground/safety/store.ts 100': 'what nobody has handled stands first',
}

/** Reads of one part of a list that do not turn pages, and why. */
const singleParts: Record<string, string> = {
  'src/lab/contracts/order-contract.tsx staffContractList': 'editions of the contract of one order',
  'src/desk/notices/console/outbox.tsx staffOutboxList':
    'says that it shows the last 100; only for trying the product out',
}

describe('[F-06] no list has a silent limit', () => {
  it('a call that answers a list says how many there are, or its list is bounded by something else', () => {
    const silent = handlers
      .map(({ call }) => call)
      .filter(({ output }) => {
        const shape = output instanceof z.ZodObject ? output.shape : {}
        return 'list' in shape && !('total' in shape)
      })
      .map(({ path }) => path)
    expect(silent.sort()).toEqual(Object.keys(wholeLists).sort())
  })

  it('a statement with a number for its limit is one of those that are known', () => {
    const found = sources.flatMap((file) =>
      [...textOf(file).matchAll(/sql`[^`]*`/g)].flatMap(([statement]) =>
        [...statement.matchAll(/\blimit (\d+)\b/g)]
          .filter(([, count]) => Number(count) > 1)
          .map(([, count]) => `${file} ${count}`),
      ),
    )
    expect([...new Set(found)].sort()).toEqual(Object.keys(fixedLimits).sort())
  })

  it('a page that asks for a part of a list asks for its other parts too, or counts only', () => {
    const found = sources
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/useCall\(\s*(\w+),\s*\{[^}]*\}/g)]
          .filter(([read]) => /\bsize\b/.test(read) && !/\bpage\b/.test(read) && !/\.\.\.(query|one)\b/.test(read))
          .map(([, call]) => `${file} ${call}`),
      )
    expect(found.sort()).toEqual(Object.keys(singleParts).sort())
  })
})

describe('[F-51] where somebody stands in a list of the console is in the address', () => {
  const pages = sources.filter((file) => /\/console\/.*\.tsx$/.test(file))

  it('tabs of the console are links', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(pages.filter((file) => /<Tabs\b/.test(textOf(file)))).toEqual([])
  })

  it('a filter above a list navigates', () => {
    const filters = pages.filter((file) => /<Toolbar\b/.test(textOf(file)))
    expect(filters.length).toBeGreaterThan(3)
    expect(filters.filter((file) => !/useAddress\(|useSearchParams\(/.test(textOf(file)))).toEqual([])
  })

  it('only a second list on a page keeps its own page, which the address has no room for', () => {
    expect(pages.filter((file) => /\bonPage=/.test(textOf(file))).sort()).toEqual([
      'src/lab/contracts/console/contracts.tsx',
      'src/lab/intake/console/returns.tsx',
      'src/money/prestore/console/bank.tsx',
      'src/money/prestore/console/received.tsx',
      // In a dialog.
      'src/shop/editing/console/image-input.tsx',
    ])
  })
})
