// Runs Vitest and Playwright and reads the numbers of tests from their JSON reports.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { memoryFolder } from './temporary/memory-folder.mjs'
import { PROJECT, pinnedEnvironment } from './provision.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, named?: string[] }} Counts; `named` lists the tests that
 * failed and those that passed only on a second try, so that the end of a long log shows them. */

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

/**
 * @param {string | undefined} postgres where PostgreSQL is; with it, its journeys are left to the run on PostgreSQL
 * @returns {Promise<Counts>} of the journeys on one database
 */
export async function runPlaywright(node, database, { chromium, postgres }, args = []) {
  return withReport(async (report) => {
    const code = await runTool(
      node,
      ['@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', `--project=${database}`, ...args],
      {
        CHROMIUM_PATH: chromium,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        JOURNEYS_ON_POSTGRES_TOO: postgres ? 'yes' : 'no',
        // Installations of the servers and profiles of the browser.
        TMPDIR: memoryFolder(),
      },
    )
    return countPlaywright(readJson(report), code)
  })
}

/** A test file that cannot be loaded, or a run that breaks outside of a test, reports no failed test; each counts as one failure. */
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
      named: report.testResults.flatMap((file) => [
        ...(file.status === 'failed' && file.assertionResults.length === 0 ? [`failed: ${file.name}`] : []),
        ...file.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => `failed: ${test.fullName}${becauseOf(test.failureMessages?.[0])}`),
      ]),
    },
    code,
  )
}

/** A journey that passed on its second try (which exists only with CI=true) counts as passed and is named. */
export function countPlaywright(report, code) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  const named = specsIn(report).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const word = test.status === 'flaky' ? 'passed on the second try' : 'failed'
        const first = test.results.find((result) => result.status !== 'passed')
        return `${word}: ${spec.file} › ${spec.title}${becauseOf(first?.error?.message)}`
      }),
  )
  // Errors outside of a journey, such as a server that did not stop cleanly at the end of its worker.
  const outside = (report.errors ?? []).map((error) => `failed outside of a journey:${becauseOf(error.message)}`)
  return counted({ passed: expected + flaky, failed: unexpected, skipped, named: [...named, ...outside] }, code)
}

function specsIn(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)]
}

/** The first line of an error without terminal colours. */
function becauseOf(message) {
  const line = stripVTControlCharacters(message ?? '').split('\n')[0]
  return line === '' ? '' : ` (${line.slice(0, 200)})`
}

/** Runs a tool of node_modules on the pinned Node; returns its exit code. */
export function runTool(node, [script, ...args], env = {}, out = undefined) {
  return runCommand(node, [join(PROJECT, 'node_modules', script), ...args], env, out)
}

/** @param {Buffer[]} [out] collects the output of the command; without it the output is printed immediately */
export function runCommand(command, args, env = {}, out = undefined) {
  return new Promise((resolve) => {
    const output = out ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      cwd: PROJECT,
      stdio: ['ignore', output, output],
      env: pinnedEnvironment(env),
    })
    for (const stream of out ? [child.stdout, child.stderr] : []) stream.on('data', (bytes) => out.push(bytes))
    const stop = (signal) => child.kill(signal)
    process.once('SIGTERM', stop)
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    // Waits for `close` instead of `exit`, so that all output has been read.
    child.on('close', (code) => {
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
