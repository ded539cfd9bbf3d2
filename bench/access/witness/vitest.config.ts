import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = resolve(import.meta.dirname, '../../..')
const TEST_APP = resolve(ROOT, 'src/app/testing/test-app.ts')
const WITNESSED = resolve(import.meta.dirname, 'witnessed-app.ts')
const DEFINITION = 'export async function testApp('
/** Has a matter for each decision that counts against a limit. */
const LIMITS = 'src/app/product-tests/limits-of-decisions.call.test.ts'

const LEFT = 'bench/access/witness/left.scene.ts'

/** The tests through the whole server, with an app that asks each call as others before it is made. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'witnessed-app',
      enforce: 'pre',
      transform(code, id) {
        if (id !== TEST_APP) return undefined
        if (!code.includes(DEFINITION)) throw new Error(`${TEST_APP} has no ${DEFINITION}`)
        return `import { witnessed } from '${WITNESSED}'\n${code.replace(DEFINITION, 'async function plainApp(')}
          export const testApp = witnessed(plainApp)`
      },
    },
  ],
  test: {
    include: ['src/{core,people,shop,money,lab,billing,workspace}/**/*.call.test.ts', LIMITS, LEFT],
    pool: 'forks',
    // One process, so that what was answered once is not asked again.
    maxWorkers: 1,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    env: { TZ: 'UTC', NODE_ENV: 'test' },
    reporters: ['dot'],
    silent: true,
  },
})
