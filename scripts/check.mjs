// `npm run check`: the same named steps on every machine. With CI=true nothing may be skipped: a step whose program is
// not installed fails. `npm run check -- types lint` runs only these steps.
import { performance } from 'node:perf_hooks'
import { findChromium } from './chromium.mjs'
import { findPostgres } from './postgres/postgres-cluster.mjs'
import { CommandFailed, ensureInstalled, ensurePagesBuilt, pinnedNode } from './provision.mjs'
import { runCommand, runPlaywright, runTool, runVitest } from './test-runs.mjs'

const chromium = findChromium()
const postgres = findPostgres()

/**
 * `holds` returns an exit code and counts as one check; `counts` returns the numbers of a test runner.
 * Steps of a lane use one core, so the two lanes run in parallel; each of the other steps uses all cores.
 */
const STEPS = [
  {
    name: 'format',
    lane: 'sources',
    holds: (node, out) => runTool(node, ['oxfmt/bin/oxfmt', '--check', '.'], {}, out),
  },
  {
    name: 'lint',
    lane: 'sources',
    holds: (node, out) => runTool(node, ['oxlint/bin/oxlint', '--deny-warnings'], {}, out),
  },
  {
    name: 'types',
    lane: 'sources',
    holds: async (node, out) =>
      (await runTool(node, ['@react-router/dev/bin.cjs', 'typegen'], {}, out)) ||
      runTool(node, ['typescript/bin/tsc', '--noEmit'], {}, out),
  },
  {
    name: 'boundaries',
    lane: 'sources',
    holds: (node, out) => runCommand(node, ['scripts/checks/check-boundaries.mjs'], {}, out),
  },
  {
    name: 'migrations',
    lane: 'sources',
    holds: (node, out) => runCommand(node, ['scripts/checks/check-migrations.mjs'], {}, out),
  },
  {
    name: 'lock',
    lane: 'sources',
    holds: (node, out) => runCommand(node, ['scripts/packing/complete-lock.mjs', '--check'], {}, out),
  },
  {
    name: 'licences',
    lane: 'sources',
    holds: (node, out) => runCommand(node, ['scripts/checks/check-licences.mjs'], {}, out),
  },
  { name: 'build', lane: 'build', holds: (node) => ensurePagesBuilt(node).then(() => 0) },
  {
    name: 'budget',
    lane: 'build',
    holds: (node, out) => runCommand(node, ['scripts/checks/check-budget.mjs'], {}, out),
  },
  {
    name: 'generated',
    lane: 'build',
    holds: (node, out) => runCommand(node, ['scripts/generate.mjs', '--check'], {}, out),
  },
  { name: 'tests-pglite', counts: (node) => runVitest(node, 'pglite') },
  { name: 'tests-postgres', counts: (node) => runVitest(node, 'postgres'), needs: { postgres } },
  {
    name: 'journeys-pglite',
    counts: (node) => runPlaywright(node, 'pglite', { chromium, postgres }),
    needs: { chromium },
  },
  {
    name: 'journeys-postgres',
    counts: (node) => runPlaywright(node, 'postgres', { chromium, postgres }),
    needs: { chromium, postgres },
  },
  // Takes too long for every check: run it after changes of a defence or its test, and before a release.
  {
    name: 'defences',
    holds: (node) => runCommand(node, ['scripts/defences/switch-off-defences.mjs']),
    onlyByName: true,
  },
]

const total = { passed: 0, failed: 0, skipped: 0 }
const summary = new Map()
const startedAt = performance.now()

try {
  const wanted = chosenSteps()
  await ensureInstalled()
  const node = await pinnedNode()
  const lanes = ['sources', 'build'].map((lane) => wanted.filter((step) => step.lane === lane))
  await Promise.all(lanes.map((steps) => runOneByOne(steps, node)))
  await runOneByOne(
    wanted.filter((step) => !step.lane),
    node,
  )
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  total.failed += 1
}
console.log('')
for (const step of STEPS) for (const line of summary.get(step.name) ?? []) console.log(line)
console.log(`${''.padEnd(28)}${minutesSince(startedAt)}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function chosenSteps() {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) {
    throw new CommandFailed(
      `no such step: ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}`,
      1,
    )
  }
  return names.length === 0
    ? STEPS.filter((step) => !step.onlyByName)
    : STEPS.filter((step) => names.includes(step.name))
}

async function runOneByOne(steps, node) {
  for (const step of steps) await runStep(step, node)
}

async function runStep(step, node) {
  const missing = Object.keys(step.needs ?? {}).filter((program) => step.needs[program] === undefined)
  // Parallel steps would mix their output, so it is printed when a step has ended.
  const out = step.lane ? [] : undefined
  if (!out) console.log(`\n── ${step.name}`)
  const stepStartedAt = performance.now()
  const counts = missing.length > 0 ? withoutPrograms(missing) : await countsOf(step, node, out)
  if (out) console.log(`\n── ${step.name}\n${Buffer.concat(out).toString('utf8').trimEnd()}`)
  for (const key of Object.keys(total)) total[key] += counts[key]
  const state = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'ok' : 'not run'
  const note =
    counts.note ??
    `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`
  summary.set(step.name, [
    `${state.padEnd(8)}${step.name.padEnd(20)}${minutesSince(stepStartedAt)}  ${note}`,
    ...(counts.named ?? []).map((name) => `          ${name}`),
  ])
}

function minutesSince(moment) {
  return `${((performance.now() - moment) / 60_000).toFixed(1).padStart(6)} min`
}

async function countsOf(step, node, out) {
  if (step.counts) return step.counts(node)
  const code = await step.holds(node, out).catch((error) => {
    console.error(error instanceof CommandFailed ? error.message : error)
    return 1
  })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

function withoutPrograms(missing) {
  const note = `not installed here: ${missing.join(', ')}`
  console.error(note)
  return { passed: 0, failed: process.env.CI ? 1 : 0, skipped: 0, note }
}
