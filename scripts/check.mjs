// `npm run check`: the same named steps on every machine. With CI=true nothing may be skipped: a program that is
// missing fails its step. `npm run check -- types lint` runs only these.
import { performance } from 'node:perf_hooks'
import { findChromium } from './chromium.mjs'
import { findPostgres } from './postgres-cluster.mjs'
import { CommandFailed, ensureInstalled, ensurePagesBuilt, pinnedNode } from './provision.mjs'
import { runCommand, runPlaywright, runTool, runVitest } from './test-runs.mjs'

const chromium = findChromium()
const postgres = findPostgres()

/** `holds` answers an exit code and counts as one check; `counts` answers what a test runner counted. */
const STEPS = [
  { name: 'format', holds: (node) => runTool(node, ['oxfmt/bin/oxfmt', '--check', '.']) },
  { name: 'lint', holds: (node) => runTool(node, ['oxlint/bin/oxlint', '--deny-warnings']) },
  {
    name: 'types',
    holds: async (node) =>
      (await runTool(node, ['@react-router/dev/bin.cjs', 'typegen'])) ||
      runTool(node, ['typescript/bin/tsc', '--noEmit']),
  },
  { name: 'boundaries', holds: (node) => runCommand(node, ['scripts/check-boundaries.mjs']) },
  { name: 'lock', holds: (node) => runCommand(node, ['scripts/complete-lock.mjs', '--check']) },
  { name: 'licences', holds: (node) => runCommand(node, ['scripts/check-licences.mjs']) },
  { name: 'generated', holds: (node) => runCommand(node, ['scripts/generate.mjs', '--check']) },
  { name: 'build', holds: (node) => ensurePagesBuilt(node).then(() => 0) },
  { name: 'budget', holds: (node) => runCommand(node, ['scripts/check-budget.mjs']) },
  { name: 'tests-pglite', counts: (node) => runVitest(node, 'pglite') },
  { name: 'tests-postgres', counts: (node) => runVitest(node, 'postgres'), needs: { postgres } },
  { name: 'journeys-pglite', counts: (node) => runPlaywright(node, 'pglite', chromium), needs: { chromium } },
  {
    name: 'journeys-postgres',
    counts: (node) => runPlaywright(node, 'postgres', chromium),
    needs: { chromium, postgres },
  },
  // Takes longer than all that it proves: run it when a defence or its test has changed, and before a release.
  { name: 'defences', holds: (node) => runCommand(node, ['scripts/switch-off-defences.mjs']), onlyByName: true },
]

const total = { passed: 0, failed: 0, skipped: 0 }
const summary = []

try {
  const wanted = chosenSteps()
  await ensureInstalled()
  const node = await pinnedNode()
  for (const step of wanted) await runStep(step, node)
} catch (error) {
  if (!(error instanceof CommandFailed)) throw error
  console.error(error.message)
  total.failed += 1
}
console.log(`\n${summary.join('\n')}`)
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

async function runStep(step, node) {
  const missing = Object.keys(step.needs ?? {}).filter((program) => step.needs[program] === undefined)
  console.log(`\n── ${step.name}`)
  const startedAt = performance.now()
  const counts = missing.length > 0 ? withoutPrograms(missing) : await countsOf(step, node)
  for (const key of Object.keys(total)) total[key] += counts[key]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const state = counts.failed > 0 ? 'FAILED' : counts.passed > 0 ? 'ok' : 'not run'
  const note =
    counts.note ??
    `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`
  summary.push(`${state.padEnd(8)}${step.name.padEnd(20)}${seconds.padStart(7)} s  ${note}`)
  for (const name of counts.named ?? []) summary.push(`          ${name}`)
}

async function countsOf(step, node) {
  if (step.counts) return step.counts(node)
  const code = await step.holds(node).catch((error) => {
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
