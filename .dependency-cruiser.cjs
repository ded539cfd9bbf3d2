// The import table of docs/architecture/slices.md as rules, every one an error. A file's name says its role (with or without
// a noun in front: `rules.ts`, `price-rules.ts`), and the role says what it may import.
//
// `parser: 'swc'` is not a preference: with TypeScript 7 installed the default parser reads nothing and reports success.
// scripts/checks/check-boundaries.mjs therefore compares the modules read with the files on disk.

const role = (...names) => `(^|[/-])(${names.join('|')})\\.ts$`
const roleInSlice = (...names) => `${ANY_SLICE}.*(?<=[/-])(${names.join('|')})\\.ts$`

const FLOORS_WITH_SLICES = '(?:workspace|billing|lab|money|shop|people|core)'
const SLICE = `^src/(${FLOORS_WITH_SLICES}/[^/]+)/`
const ANY_SLICE = `^src/${FLOORS_WITH_SLICES}/[^/]+/`
const TEST = '\\.test\\.tsx?$'
const TESTING = '^src/(app|platform|ui|core/(curves|analysis))/testing/'
const DEMO = '^demo/'
const DATA = '\\.(json|css)$'
const DECLARED = '^src/platform/jobs/declared\\.ts$'
const BOOK_CHECK = '^src/platform/book-check\\.ts$'
const HELD_DATA = '^src/platform/held-data\\.ts$'
const PURE_PLATFORM = '^src/platform/(contract/|lifecycle/lifecycle\\.ts$|small-signs\\.ts$|money\\.ts$|time\\.ts$)'
const BROWSER_PLATFORM = '^src/platform/(contract/|lifecycle/lifecycle\\.ts$|money\\.ts$|time\\.ts$|client/)'
const PUBLIC_FILES = [
  role('contract', 'rules', 'errors', 'events', 'actions'),
  `${ANY_SLICE}(?!pages/|console/)[^/]+/[^/]+\\.tsx$`,
  `${ANY_SLICE}[^/]+\\.tsx$`,
  DATA,
]
const SERVER_ONLY = [
  roleInSlice('store', 'actions', 'routes', 'jobs', 'held-data', 'book-checks'),
  DEMO,
  '^src/(main|config)\\.ts$',
  '^src/platform/(?!contract/|client/|lifecycle/lifecycle\\.ts$|jobs/declared\\.ts$|small-signs\\.ts$|money\\.ts$|time\\.ts$|clock\\.ts$)',
]
// React Router's server entry, and tests, are the .tsx files that run only in Node.
const SERVER_TSX = ['^src/app/entry[.-]server', TEST, TESTING]

/** One rule of the table: files of this role import nothing but the listed paths. */
const onlyImports = (name, roleName, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: roleInSlice(roleName), pathNot: TEST },
  to: { pathNot: allowed },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Move what both files need into a third one that imports neither.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      comment:
        'An import that cannot be followed hides everything behind it. The address of a module of WebAssembly is found by the bundler.',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.wasm\\?url$' },
    },
    {
      name: 'platform-is-given-its-settings',
      severity: 'error',
      comment: 'It knows their type; reading the environment is the business of main.ts.',
      from: { path: '^src/(platform|ui)/', pathNot: [TEST, TESTING] },
      to: { path: '^src/config\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'ui-fetches-nothing',
      severity: 'error',
      comment: 'Components of src/ui are given their data; they know money, time and field declarations at most.',
      from: { path: '^src/ui/', pathNot: TEST },
      to: { path: '^src/platform/', pathNot: PURE_PLATFORM },
    },
    {
      name: 'nothing-imports-a-test',
      severity: 'error',
      comment: 'What tests and the product share stands outside of tests and testing/.',
      from: { path: '^src/', pathNot: [TEST, TESTING] },
      to: { path: [TEST, TESTING] },
    },
    {
      name: 'other-slice-only-through-its-public-files',
      severity: 'error',
      comment: 'Public files of a slice: contract, rules, errors, events, actions, and components outside its pages.',
      from: { path: SLICE, pathNot: TEST },
      to: { path: ANY_SLICE, pathNot: ['^src/$1/', ...PUBLIC_FILES] },
    },
    onlyImports(
      'contract-imports',
      'contract',
      ['(^|/)node_modules/zod/', PURE_PLATFORM, role('contract', 'rules', 'errors'), DATA],
      'A contract is read by server and browser: zod, platform/contract, rules and errors.',
    ),
    onlyImports(
      'rules-imports',
      'rules',
      ['(^|/)node_modules/zod/', PURE_PLATFORM, role('rules', 'events'), DATA],
      'Rules are pure: other rules, payloads of events, the pure parts of the platform; the time is passed in.',
    ),
    onlyImports(
      'events-imports',
      'events',
      ['(^|/)node_modules/zod/', DECLARED, PURE_PLATFORM, role('rules', 'events')],
      'Events and jobs are declared with zod; lists of them name those of other slices.',
    ),
    onlyImports('errors-imports', 'errors', [PURE_PLATFORM], 'Refusals need platform/contract only.'),
    onlyImports(
      'store-imports',
      'store',
      [
        '^src/platform/(db|auth)/',
        '^src/platform/lifecycle/history\\.ts$',
        BOOK_CHECK,
        HELD_DATA,
        '^src/platform/book-check\\.ts$',
        PURE_PLATFORM,
        role('rules', 'store'),
        DATA,
      ],
      'A store is SQL: platform/db and rules.',
    ),
    onlyImports(
      'held-data-imports',
      'held-data',
      ['^src/platform/db/', HELD_DATA, role('store', 'actions', 'rules')],
      'What a slice holds about a customer: its own store, and actions of lower slices.',
    ),
    onlyImports(
      'book-checks-imports',
      'book-checks',
      ['^src/platform/db/', BOOK_CHECK, role('store', 'actions', 'rules')],
      'Statements over its own tables and over relations of lower slices.',
    ),
    {
      name: 'book-checks-are-collected-by-app',
      severity: 'error',
      comment: 'The ledger verifies itself with its own.',
      from: { path: '^src/', pathNot: ['^src/app/', '^src/money/ledger/', TEST] },
      to: { path: roleInSlice('book-checks') },
    },
    {
      name: 'held-data-is-collected-by-app',
      severity: 'error',
      comment: 'Only src/app/held-data.ts reads these files; another slice asks an action.',
      from: { path: '^src/', pathNot: ['^src/app/', TEST] },
      to: { path: roleInSlice('held-data') },
    },
    {
      name: 'store-is-private',
      severity: 'error',
      comment: 'The tables of a slice are touched by its own files only (tests may look).',
      from: { path: SLICE, pathNot: TEST },
      to: { path: role('store'), pathNot: '^src/$1/' },
    },
    {
      name: 'sql-stands-in-stores',
      severity: 'error',
      comment:
        'Actions and adapters name a condition or a column by a function of their store; its type may be passed on.',
      from: { path: roleInSlice('actions', 'routes', 'jobs'), pathNot: TEST },
      to: { path: '^src/platform/db/sql\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'actions-imports',
      severity: 'error',
      comment: 'Actions: own store, any rules, errors, actions and contract types; the server half of the platform.',
      from: { path: roleInSlice('actions'), pathNot: TEST },
      to: {
        path: ['\\.tsx$', '^src/ui/', '^src/platform/client/', role('routes', 'jobs'), `${ANY_SLICE}(pages|console)/`],
      },
    },
    {
      name: 'routes-and-jobs-are-leaves',
      severity: 'error',
      comment: 'Adapters are put together by src/app alone.',
      from: { path: '^src/', pathNot: ['^src/app/', TEST] },
      to: { path: roleInSlice('routes', 'jobs') },
    },
    {
      name: 'demo-data-lies-outside-src',
      severity: 'error',
      comment: 'The product runs without demo data: only the seed of src/app and tests load it.',
      from: { path: '^src/', pathNot: ['^src/app/seed\\.ts$', TEST, TESTING] },
      to: { path: DEMO },
    },
    {
      name: 'adapters-imports',
      severity: 'error',
      comment: 'Routes and jobs run on the server: no component, nothing of src/ui, no client.',
      from: { path: roleInSlice('routes', 'jobs'), pathNot: TEST },
      to: { path: ['\\.tsx$', '^src/ui/', '^src/platform/client/'] },
    },
    {
      name: 'only-store-writes-sql',
      severity: 'error',
      comment:
        'Outside stores and the checks of the books the database port is known as a type and through inTx() only.',
      from: { path: SLICE, pathNot: [role('store', 'actions', 'jobs', 'book-checks'), TEST] },
      to: { path: '^src/platform/db/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'components-imports',
      severity: 'error',
      comment: 'A component sees contract, rules, ui, platform/client and public components.',
      from: { path: [`${ANY_SLICE}.*\\.tsx$`, '^src/ui/.*\\.tsx$'], pathNot: TEST },
      to: {
        path: ['^src/'],
        pathNot: ['\\.tsx$', '^src/ui/', BROWSER_PLATFORM, role('contract', 'rules', 'errors'), ANY_SLICE, DATA],
      },
    },
    {
      name: 'browser-never-reaches-server',
      severity: 'error',
      comment: 'Not even transitively: what reaches the browser is what everybody may read.',
      from: {
        path: ['^src/.*\\.tsx$', '^src/platform/(client|contract)/', roleInSlice('contract', 'rules', 'errors')],
        pathNot: SERVER_TSX,
      },
      to: { path: SERVER_ONLY, reachable: true },
    },
    {
      name: 'browser-never-imports-node',
      severity: 'error',
      comment: 'Modules of Node belong into store.ts, actions.ts and src/platform.',
      from: {
        path: [
          '^src/.*\\.tsx$',
          '^src/platform/(client|contract)/',
          '^src/ui/',
          roleInSlice('contract', 'rules', 'errors'),
        ],
        pathNot: SERVER_TSX,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'customer-pages-never-import-console',
      severity: 'error',
      comment: 'A component of both sides stands outside of console/.',
      from: { path: '^src/', pathNot: ['/console/', '^src/app/', TEST] },
      to: { path: `${ANY_SLICE}console/` },
    },
    {
      name: 'production-code-needs-no-dev-dependency',
      severity: 'error',
      comment: 'Vite is loaded by the development mode alone, never in production.',
      from: { path: '^(src|demo)/', pathNot: [TEST, TESTING, '^src/(app|web)/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
    {
      name: 'every-package-is-declared',
      severity: 'error',
      comment: 'Install it with npm, and give the reason in docs/decisions/.',
      from: { path: '^(src|demo)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Types that React Router writes per page, and modules that exist only inside a Vite build.
    exclude: { path: ['/\\+types/', '^virtual:', '\\.(css|svg|png)\\?(url|inline|raw)$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
