// Proves for every rule of the import table that it catches a forbidden import, on a small tree that is otherwise legal.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkBoundaries } from './check-boundaries.mjs'

const PROJECT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const LEGAL = {
  'src/main.ts': `import './app/calls.ts'; import './config.ts'`,
  'src/config.ts': `export type Config = string; export const read = 1`,
  'src/app/calls.ts': `import '../lab/orders/routes.ts'; import '../lab/orders/jobs.ts'; import '../money/ledger/routes.ts'`,
  'src/app/held-data.ts': `import '../lab/orders/held-data.ts'`,
  'src/app/seed.ts': `import '../../demo/orders.ts'`,
  'src/app/root.tsx': `import '../ui/button.tsx'; import '../lab/orders/pages/list.tsx'; import '../lab/orders/console/board.tsx'`,
  'src/platform/contract/call.ts': `import 'zod'; export type Call = string`,
  'src/platform/money.ts': `export const yuan = (fen: number) => fen / 100`,
  'src/platform/db/db.ts': `export const sql = 1; export type Db = string`,
  'src/platform/db/sql.ts': `export const text = 1; export type Sql = string`,
  'src/platform/jobs/outbox.ts': `import '../db/db.ts'; import type { Config } from '../../config.ts'; export const emit = 1`,
  'src/platform/client/use-call.ts': `import '../contract/call.ts'; import 'react'; export const useCall = 1`,
  'src/ui/button.tsx': `import '../platform/money.ts'; import 'react'; export const Button = 1`,
  'src/lab/orders/contract.ts': `import 'zod'; import '../../platform/contract/call.ts'; import '../../money/ledger/price-rules.ts'`,
  'src/lab/orders/rules.ts': `import '../../money/ledger/price-rules.ts'; import '../../platform/money.ts'; export const limit = 1`,
  'src/lab/orders/errors.ts': `import '../../platform/contract/call.ts'`,
  'src/lab/orders/events.ts': `import 'zod'; import './rules.ts'`,
  'src/lab/orders/held-data.ts': `import type { Db } from '../../platform/db/db.ts'; import './store.ts'`,
  'src/lab/orders/book-checks.ts': `import '../../platform/db/sql.ts'; import './rules.ts'`,
  'src/lab/orders/store.ts': `import '../../platform/db/db.ts'; import '../../platform/db/sql.ts'; import './rules.ts'; export const find = 1`,
  'src/lab/orders/search-store.ts': `import './store.ts'; import '../../platform/db/db.ts'`,
  'src/lab/orders/actions.ts': `import './search-store.ts'; import '../../money/ledger/actions.ts'; import '../../platform/jobs/outbox.ts'; import type { Sql } from '../../platform/db/sql.ts'`,
  'src/lab/orders/routes.ts': `import './contract.ts'; import './actions.ts'; import './store.ts'`,
  'src/lab/orders/jobs.ts': `import './actions.ts'`,
  'src/lab/orders/order-card.tsx': `import './contract.ts'; import '../../ui/button.tsx'; import '../../platform/client/use-call.ts'`,
  'src/lab/orders/pages/list.tsx': `import '../order-card.tsx'; import '../../../money/ledger/amount.tsx'; import '../rules.ts'`,
  'src/lab/orders/console/board.tsx': `import '../order-card.tsx'`,
  'src/lab/orders/orders.call.test.ts': `import '../../money/ledger/store.ts'; import '../../app/calls.ts'; import 'vitest'; import 'node:fs'`,
  'src/money/ledger/price-rules.ts': `import '../../platform/money.ts'; export const price = 1`,
  'src/money/ledger/store.ts': `import '../../platform/db/db.ts'`,
  'src/money/ledger/actions.ts': `import './store.ts'; import type { Db } from '../../platform/db/db.ts'`,
  'src/money/ledger/routes.ts': `import './actions.ts'`,
  'src/money/ledger/amount.tsx': `import './price-rules.ts'`,
  'src/money/ledger/pages/bill.tsx': `import '../amount.tsx'`,
  'src/money/credit/rules.ts': `export const days = 1`,
  'demo/orders.ts': `import '../src/lab/orders/actions.ts'; import '../src/lab/orders/store.ts'`,
}

const PLANTED = [
  ['no-cycles', 'src/money/ledger/store.ts', './actions.ts'],
  ['imports-go-down', 'src/platform/jobs/outbox.ts', '../../lab/orders/errors.ts'],
  ['imports-go-down', 'src/ui/button.tsx', '../lab/orders/rules.ts'],
  ['imports-go-down', 'src/money/ledger/price-rules.ts', '../../lab/orders/rules.ts'],
  ['imports-go-down', 'src/money/ledger/price-rules.ts', '../credit/rules.ts'],
  ['imports-go-down', 'src/lab/orders/actions.ts', '../../app/calls.ts'],
  ['every-import-resolves', 'src/lab/orders/rules.ts', './nowhere.ts'],
  ['platform-is-given-its-settings', 'src/platform/jobs/outbox.ts', '../../config.ts'],
  ['ui-fetches-nothing', 'src/ui/button.tsx', '../platform/client/use-call.ts'],
  ['nothing-imports-a-test', 'src/lab/orders/actions.ts', './orders.call.test.ts'],
  [
    'other-slice-only-through-its-public-files',
    'src/lab/orders/pages/list.tsx',
    '../../../money/ledger/pages/bill.tsx',
  ],
  ['contract-imports', 'src/lab/orders/contract.ts', './store.ts'],
  ['contract-imports', 'src/lab/orders/contract.ts', 'fastify'],
  ['rules-imports', 'src/lab/orders/rules.ts', './contract.ts'],
  ['rules-imports', 'src/money/ledger/price-rules.ts', 'node:crypto'],
  ['errors-imports', 'src/lab/orders/errors.ts', './rules.ts'],
  ['events-imports', 'src/lab/orders/events.ts', './store.ts'],
  ['held-data-imports', 'src/lab/orders/held-data.ts', './order-card.tsx'],
  ['held-data-is-collected-by-app', 'src/lab/orders/actions.ts', './held-data.ts'],
  ['book-checks-imports', 'src/lab/orders/book-checks.ts', './order-card.tsx'],
  ['book-checks-are-collected-by-app', 'src/lab/orders/actions.ts', './book-checks.ts'],
  ['sql-stands-in-stores', 'src/lab/orders/actions.ts', '../../platform/db/sql.ts'],
  ['sql-stands-in-stores', 'src/money/ledger/routes.ts', '../../platform/db/sql.ts'],
  ['store-imports', 'src/lab/orders/search-store.ts', './contract.ts'],
  ['store-is-private', 'src/lab/orders/actions.ts', '../../money/ledger/store.ts'],
  ['actions-imports', 'src/lab/orders/actions.ts', './order-card.tsx'],
  ['routes-and-jobs-are-leaves', 'src/money/ledger/actions.ts', '../../lab/orders/jobs.ts'],
  ['demo-data-lies-outside-src', 'src/lab/orders/actions.ts', '../../../demo/orders.ts'],
  ['adapters-imports', 'src/lab/orders/jobs.ts', './order-card.tsx'],
  ['only-store-writes-sql', 'src/lab/orders/routes.ts', '../../platform/db/db.ts'],
  ['components-imports', 'src/lab/orders/pages/list.tsx', '../../../platform/jobs/outbox.ts'],
  ['browser-never-reaches-server', 'src/lab/orders/order-card.tsx', './store.ts'],
  ['browser-never-reaches-server', 'src/lab/orders/contract.ts', '../../platform/jobs/outbox.ts'],
  ['browser-never-imports-node', 'src/lab/orders/pages/list.tsx', 'node:fs'],
  ['customer-pages-never-import-console', 'src/lab/orders/pages/list.tsx', '../console/board.tsx'],
  ['production-code-needs-no-dev-dependency', 'src/lab/orders/actions.ts', 'vitest'],
  ['every-package-is-declared', 'src/lab/orders/actions.ts', 'find-my-way'],
]

let root
let withPlants

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'mingxi-boundaries-'))
  for (const file of ['package.json', 'tsconfig.json']) cpSync(join(PROJECT, file), join(root, file))
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a tree without forbidden imports is read completely and passes', () => {
  writeTree(LEGAL)
  expect(checkBoundaries(root)).toEqual({ read: Object.keys(LEGAL).length, problems: [] })
})

describe('with one import per forbidden kind added', () => {
  beforeAll(() => {
    const tree = { ...LEGAL }
    for (const [, file, target] of PLANTED) tree[file] = `import '${target}'\n${tree[file]}`
    writeTree(tree)
    withPlants = checkBoundaries(root).problems
  })

  test.each(PLANTED)('%s catches %s importing %s', (rule, file, target) => {
    const name = target.split(/[/:]/).at(-1)
    const caught = withPlants.filter((problem) => problem.startsWith(`${rule}: `))
    expect(caught.filter((problem) => problem.includes(file) && problem.includes(name))).not.toEqual([])
  })

  test('every rule is covered by one of these imports', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs')
    const rules = [...forbidden.map(({ name }) => name), 'imports-go-down']
    expect([...new Set(PLANTED.map(([rule]) => rule))].toSorted()).toEqual(rules.toSorted())
  })
})

test('a run that misses files fails', () => {
  writeTree(LEGAL)
  const blind = join(root, 'blind.cjs')
  writeFileSync(
    blind,
    `const rules = require(${JSON.stringify(join(PROJECT, '.dependency-cruiser.cjs'))})
module.exports = { ...rules, options: { ...rules.options, exclude: '^src/lab/orders/' } }`,
  )
  const { read, problems } = checkBoundaries(root, blind)
  expect(read).toBeGreaterThan(0)
  expect(problems).toContain('not read by the check: src/lab/orders/actions.ts')
})

test('a folder without a layer fails', () => {
  writeTree({ ...LEGAL, 'src/lab/ovens/rules.ts': `export const degrees = 1` })
  expect(checkBoundaries(root).problems).toEqual([
    'a folder that is not listed in scripts/checks/layers.mjs: src/lab/ovens; add it there below everything that imports it',
  ])
})

describe('[G-15] the tree is one that a stranger finds their way in', () => {
  const files = (folder, many) =>
    Object.fromEntries(Array.from({ length: many }, (_, n) => [`${folder}/n${n}-rules.ts`, `export const n = ${n}`]))

  test('a folder with more than 30 files fails', () => {
    writeTree({ ...LEGAL, ...files('src/lab/orders/quotes', 31), ...files('src/lab/orders/holds', 30) })
    expect(checkBoundaries(root).problems).toEqual([
      'more than 30 files in one folder: src/lab/orders/quotes has 31; divide it by nouns',
    ])
  })

  test('a noun of a slice has no folders inside', () => {
    writeTree({
      ...LEGAL,
      'src/lab/orders/quotes/prices/price-rules.ts': `export const price = 1`,
      'src/lab/orders/pages/list/row.tsx': `export const Row = 1`,
    })
    expect(checkBoundaries(root).problems).toEqual([
      'a folder inside a folder of a slice: src/lab/orders/quotes/prices',
    ])
  })

  test('a component in a noun of a slice is public, one in its pages is not', () => {
    writeTree({
      ...LEGAL,
      'src/money/ledger/cards/card.tsx': `export const Card = 1`,
      'src/lab/orders/pages/card.tsx': `import '../../../money/ledger/cards/card.tsx'`,
      'src/lab/orders/pages/bill.tsx': `import '../../../money/ledger/pages/bill.tsx'`,
    })
    expect(checkBoundaries(root).problems).toEqual([
      'other-slice-only-through-its-public-files: src/lab/orders/pages/bill.tsx → src/money/ledger/pages/bill.tsx; Public files of a slice: contract, rules, errors, events, actions, and components outside its pages.',
    ])
  })
})

test('a tree without sources fails', () => {
  writeTree({})
  expect(checkBoundaries(root).problems).toContain('src/ holds no source file, so nothing was checked')
})

function writeTree(files) {
  for (const folder of ['src', 'demo']) rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, 'src'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), `${text}\n`)
  }
}
