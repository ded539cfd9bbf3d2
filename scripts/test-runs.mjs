// Runs Vitest and Playwright and counts what they report. The numbers come from their JSON reports, never from here.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROJECT, pinnedEnvironment } from './provision.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @returns {Promise<Counts>} of the tests of one database */
export async function runVitest(node, database, args = []) {
  return withReport(async (report) => {
    const code = await runTool(
      node,
      ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
      { TEST_DATABASE: database },
    )
    return countVitest(readJson(report), code)
  })
}

/** @returns {Promise<Counts>} of the journeys on one database */
export async function runPlaywright(node, database, chromium, args = []) {
  return withReport(async (report) => {
    const code = await runTool(
      node,
      ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', `--project=${database}`, ...args],
      { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    )
    return countPlaywright(readJson(report), code)
  })
}

/** A file that cannot be loaded has no tests to fail, and a run can break outside of any test: both count as one failure. */
export function countVitest(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  return counted(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + brokenFiles,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  )
}

/** A flaky test passed in the end, on a retry; it is counted as failed, because it will fail again. */
export function countPlaywright(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return counted({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

/** Runs a tool of node_modules on the pinned Node; answers its exit code. */
export function runTool(node, [script, ...args], env = {}) {
  return runCommand(node, [join(PROJECT, 'node_modules', script), ...args], env)
}

export function runCommand(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: PROJECT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: pinnedEnvironment(env),
    })
    const stop = (signal) => child.kill(signal)
    process.once('SIGTERM', stop)
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => {
      process.off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })
}

function counted(counts, code) {
  const nothingRan = counts.passed + counts.failed === 0
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : nothingRan ? { ...counts, failed: 1 } : counts
}

async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'mingxi-report-'))
  try {
    return await work(join(folder, 'report.json'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
