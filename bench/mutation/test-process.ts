// A process that runs tests over changed sources: `mutate.ts` starts it, and kills it when a change made the tests run forever.
import { createVitest } from 'vitest/node'

/** The source that is changed in the next run; its file keeps its text. */
let changed: { path: string; text: string } | undefined

const vitest = await createVitest(
  {
    config: false,
    watch: false,
    // It knows a file by its text on the disk.
    fsModuleCache: false,
    // More than one file only while functions are recorded.
    include: ['src/**/*.test.ts'],
    exclude: ['**/*.race.test.ts'],
    pool: 'forks',
    // A kept process would keep the sources that it has read.
    isolate: !process.env.RECORDED_FUNCTIONS,
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
    reporters: [{}],
    setupFiles: process.env.RECORDED_FUNCTIONS ? ['bench/mutation/record-functions.ts'] : [],
  },
  {
    plugins: [
      {
        name: 'changed-source',
        enforce: 'pre',
        transform: (_code, id) => (id.split('?')[0] === changed?.path ? changed?.text : undefined),
      },
    ],
  },
)

export interface RunRequest {
  tests: string[]
  changed?: { path: string; text: string }
}

/** Answers the first failure, or null when all tests pass. */
process.on('message', async ({ tests, changed: next }: RunRequest) => {
  const before = changed
  changed = next
  for (const path of [before?.path, next?.path]) if (path) vitest.invalidateFile(path)
  process.send?.(await firstFailure(tests))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function firstFailure(tests: string[]): Promise<string | null> {
  const specifications = await vitest.globTestSpecifications(tests)
  if (specifications.length === 0) return `no such test: ${tests.join(', ')}`
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The answer also has modules of former runs.
  const asked = new Set(specifications.map(({ moduleId }) => moduleId))
  for (const module of testModules.filter(({ moduleId }) => asked.has(moduleId))) {
    for (const test of module.children.allTests('failed')) return test.fullName
    if (module.state() !== 'passed') return `${module.relativeModuleId} is ${module.state()}`
  }
  return unhandledErrors.length > 0 ? 'an error outside of the tests' : null
}
