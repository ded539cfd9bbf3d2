// `npm test`: runs everything that this machine can run and lists at the end what it could not.
// Needs Node 20 and npm; PostgreSQL and Chromium are used when they are installed.
import { findChromium } from './chromium.mjs'
import { findPostgres } from './postgres/postgres-cluster.mjs'
import { CommandFailed, ensureInstalled, ensurePagesBuilt, pinnedNode } from './provision.mjs'
import { runPlaywright, runVitest } from './test-runs.mjs'

const INSTALL = {
  chromium: 'Chromium is not installed (Debian: apt-get install chromium fonts-noto-cjk, or set CHROMIUM_PATH)',
  postgres: 'PostgreSQL is not installed (Debian: apt-get install postgresql)',
}

try {
  await ensureInstalled()
  const node = await pinnedNode()
  await ensurePagesBuilt(node)
  process.exitCode = await runAll(node)
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}

async function runAll(node) {
  const chromium = findChromium()
  const postgres = findPostgres()
  const runs = [
    { name: 'unit and call tests on PGlite', run: () => runVitest(node, 'pglite') },
    { name: 'call and race tests on PostgreSQL', run: () => runVitest(node, 'postgres'), needs: { postgres } },
    {
      name: 'journeys in Chromium on PGlite',
      run: () => runPlaywright(node, 'pglite', { chromium, postgres }),
      needs: { chromium },
    },
    {
      name: 'journeys in Chromium on PostgreSQL',
      run: () => runPlaywright(node, 'postgres', { chromium, postgres }),
      needs: { chromium, postgres },
    },
  ]
  const total = { passed: 0, failed: 0, skipped: 0 }
  const notRun = []
  for (const { name, run, needs = {} } of runs) {
    const missing = Object.keys(needs).filter((program) => needs[program] === undefined)
    if (missing.length > 0) {
      notRun.push(`${name}: ${missing.map((program) => INSTALL[program]).join('; ')}`)
      continue
    }
    console.log(`\n── ${name}`)
    const counts = await run()
    for (const key of Object.keys(total)) total[key] += counts[key]
  }
  for (const line of notRun) console.log(`not run here – ${line}`)
  if (total.skipped > 0) console.log(`skipped by the tests themselves: ${total.skipped}`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  return total.failed > 0 ? 1 : 0
}
