import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../provision.mjs'

const FOLDER = join(PROJECT, 'deploy/prometheus')
const textOf = (name) => readFileSync(join(FOLDER, name), 'utf8')
const promtool = (...words) => spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' })
const installed = promtool('--version').status === 0

describe('alert rules', () => {
  it('say in Chinese what happened and what to do', () => {
    const rules = textOf('alerts.yaml').split('- alert: ').slice(1)
    for (const rule of rules) {
      expect(rule).toMatch(/summary: .*[\u4e00-\u9fff]/)
      expect(rule).toMatch(/action: .*[\u4e00-\u9fff]/)
    }
  })

  it('are each fired by the test file', () => {
    const rules = [...textOf('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const fired = [...textOf('alerts.test.yaml').matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)
    expect(fired.toSorted()).toEqual(rules.toSorted())
  })

  // promtool is part of Debian's package prometheus; .ci/run installs it.
  it.skipIf(!installed && !process.env.CI)('fire when they should and are silent otherwise', () => {
    const checked = promtool('check', 'rules', 'alerts.yaml')
    expect(checked.stdout + checked.stderr).toContain('SUCCESS')
    const tested = promtool('test', 'rules', 'alerts.test.yaml')
    expect(`${tested.stdout}${tested.stderr}`).not.toContain('FAILED')
    expect(tested.status).toBe(0)
  })
})
