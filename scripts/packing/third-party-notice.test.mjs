import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noticesOf, noticeText } from './third-party-notice.mjs'

const root = mkdtempSync(join(tmpdir(), 'notice-'))
const installed = ['node_modules/used', 'node_modules/used/node_modules/@a/inner', 'node_modules/tool']

beforeAll(() => {
  for (const path of installed) {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'LICENSE.md'), `text of ${path}\n`)
    writeFileSync(join(root, path, 'index.js'), '')
  }
})
afterAll(() => rmSync(root, { recursive: true }))

const packages = {
  '': { version: '1.0.0' },
  'node_modules/used': { version: '1.2.3', license: 'MIT' },
  'node_modules/used/node_modules/@a/inner': { version: '4.0.0', license: 'ISC' },
  'node_modules/tool': { version: '9.0.0', license: 'MIT', dev: true },
  'node_modules/other-platform': { version: '1.0.0', license: 'MIT', optional: true },
}

test('the notice names the installed production packages with their licence texts, and no others', () => {
  const notices = noticesOf({ packages }, root)
  expect(notices.map(({ name, version, license }) => `${name} ${version} ${license}`)).toEqual([
    '@a/inner 4.0.0 ISC',
    'used 1.2.3 MIT',
  ])
  expect(notices[1].texts).toEqual(['text of node_modules/used'])
  expect(noticeText(notices)).toContain('used 1.2.3: MIT\n\ntext of node_modules/used\n')
})
