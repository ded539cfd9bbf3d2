import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './test-runs.mjs'

const journey = (title, status, results) => ({ title, file: 'login.spec.ts', tests: [{ status, results }] })
const failure = {
  status: 'failed',
  error: { message: '\u001b[31mError: the dialog did not open\u001b[39m\nat login.spec.ts:3' },
}

describe('the summary of a check', () => {
  it('names the journey that failed, with the first line of its error', () => {
    const report = {
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
      suites: [
        {
          specs: [journey('signs in', 'expected', [{ status: 'passed' }])],
          suites: [{ specs: [journey('signs out', 'unexpected', [failure])] }],
        },
      ],
    }
    expect(countPlaywright(report, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      named: ['failed: login.spec.ts › signs out (Error: the dialog did not open)'],
    })
  })

  it('counts a journey that passed on its second try as passed, and names it', () => {
    const report = {
      stats: { expected: 0, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [{ specs: [journey('signs in', 'flaky', [failure, { status: 'passed' }])] }],
    }
    expect(countPlaywright(report, 0)).toMatchObject({
      passed: 1,
      failed: 0,
      named: ['passed on the second try: login.spec.ts › signs in (Error: the dialog did not open)'],
    })
  })

  it('counts a run that broke outside of a test, or ran none, as a failure', () => {
    const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }
    expect(countPlaywright({ stats, suites: [] }, 1)).toMatchObject({ passed: 3, failed: 1 })
    expect(countPlaywright({ stats: { ...stats, expected: 0 }, suites: [] }, 0)).toMatchObject({ failed: 1 })
    expect(countPlaywright(undefined, 1)).toMatchObject({ failed: 1 })
  })

  it('names a failed test and a file that could not be loaded', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: 'src/a.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'a adds', failureMessages: ['Error: 3 is not 4\n at'] },
            { status: 'passed', fullName: 'a subtracts' },
          ],
        },
        { name: 'src/b.test.ts', status: 'failed', assertionResults: [] },
      ],
    }
    expect(countVitest(report, 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
      named: ['failed: a adds (Error: 3 is not 4)', 'failed: src/b.test.ts'],
    })
  })
})

it('the summary of a check names an error outside of a journey, such as a server that did not stop', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 }
  const errors = [{ message: 'Error: the server did not stop cleanly (1): 停止超时\nlog' }]
  expect(countPlaywright({ stats, suites: [], errors }, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    named: ['failed outside of a journey: (Error: the server did not stop cleanly (1): 停止超时)'],
  })
})
