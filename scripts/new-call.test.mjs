import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCall } from './new-call.mjs'
import { PROJECT } from './provision.mjs'

const COPIED = [
  'src',
  'demo',
  'scripts',
  'migrations',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  '.oxfmtrc.json',
  '.oxlintrc.json',
]
const HEALTH = { slice: 'core/health', name: 'health/summary', title: '系统概要', action: 'job.read', group: '账号' }
const REFUNDS = {
  slice: 'money/refunds',
  name: 'refund/lateOnes',
  title: '迟到的退款',
  action: 'refund.read',
  group: '财务',
}

let root
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'mingxi-new-call-'))
  for (const path of COPIED) cpSync(join(PROJECT, path), join(root, path), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs a program of a package in the copy; its output when it fails, '' when it holds. */
function faultsOf(program, args) {
  const run = spawnSync(process.execPath, [join('node_modules', program), ...args], { cwd: root, encoding: 'utf8' })
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`
}

describe('[G-15] a new call with its page', () => {
  it('is five files in two folders, formatted, without a finding of the linter or of the compiler, and its test passes', () => {
    const files = [...makeCall(root, HEALTH), ...makeCall(root, REFUNDS)]
    expect(files.slice(0, 5)).toEqual([
      'src/core/health/contract.ts',
      'src/core/health/routes.ts',
      'src/core/health/console/health-summary.tsx',
      'src/core/health/health-summary.call.test.ts',
      'src/app/console-pages.ts',
    ])
    expect(new Set(files.map((path) => dirname(path).replace(/\/console$/, '')))).toEqual(
      new Set(['src/core/health', 'src/app', 'src/money/refunds']),
    )
    expect(faultsOf('oxfmt/bin/oxfmt', ['--check', ...files])).toBe('')
    expect(faultsOf('oxlint/bin/oxlint', ['--deny-warnings', ...files])).toBe('')
    const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
    // Not the tests: their helper loads the types of the whole product, and the call is run by its test below.
    const types = ['src/ui/text/lucide-icons.d.ts', 'src/web/browser/inline-script.d.ts']
    writeFileSync(
      join(root, 'tsconfig.new.json'),
      JSON.stringify({ compilerOptions, files: [...files.filter((path) => !/\.test\./.test(path)), ...types] }),
    )
    expect(faultsOf('typescript/bin/tsc', ['--noEmit', '--project', 'tsconfig.new.json'])).toBe('')
    expect(faultsOf('vitest/vitest.mjs', ['run', '--project', 'calls', files[3]])).toBe('')
  }, 240_000)

  it('is refused without a slice, an action, a group or a Chinese title, and when there is one of its name', () => {
    const refused = (change) => () => makeCall(PROJECT, { ...HEALTH, ...change })
    expect(refused({ slice: 'core/oven' })).toThrow('src/core/oven is no slice')
    expect(refused({ action: 'oven.read' })).toThrow('no action oven.read')
    expect(refused({ group: '烤箱' })).toThrow('no group 烤箱 in the menu of the console; there are 订单, 检测')
    expect(refused({ title: 'Summary' })).toThrow('not Chinese')
    expect(refused({ name: 'system/health' })).toThrow('there is a call system/health already')
  })
})
