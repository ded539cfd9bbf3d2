import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PROJECT } from './provision.mjs'
import { refuseRelease, writeRelease } from './release.mjs'

// On a copy of the files that a release changes.

const FILES = [
  ...['package.json', 'package-lock.json', 'CHANGELOG.md', 'migrations', 'src/core/releases/notes.ts'],
  ...['packages/client/package.json', 'packages/client/README.md'],
  ...['deploy/kubernetes', 'docs/operations/running.md'],
]
const NEXT = '97.1.0'
const today = '2027-01-05'
const { version: former } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mingxi-cut-'))
  for (const file of FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(PROJECT, file), join(root, file), { recursive: true })
  }
  edit('CHANGELOG.md', (text) => text.replace('### Added\n', '### Added\n- **A dish:** is washed.\n'))
  edit('src/core/releases/notes.ts', (text) =>
    text.replace(
      'ReleaseNotes[] = [',
      `ReleaseNotes[] = [{ version: '${NEXT}', day: '${today}', summary: '', parts: [] },`,
    ),
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const read = (file) => readFileSync(join(root, file), 'utf8')
function edit(file, to) {
  const text = read(file)
  expect(to(text)).not.toBe(text)
  writeFileSync(join(root, file), to(text))
}
const refuse = (change = {}) => refuseRelease({ root, version: NEXT, today, changes: '', ...change })

describe('a release', () => {
  it('is refused from changes that are not committed, and when its version is not newer', () => {
    expect(() => refuse()).not.toThrow()
    expect(() => refuse({ changes: ' M src/main.ts\n' })).toThrow('有未提交的改动，请先提交：\n M src/main.ts')
    expect(() => refuse({ version: former })).toThrow(`版本 ${former} 不比现在的 ${former} 新`)
    expect(() => refuse({ version: '0.1.9' })).toThrow('不比现在的')
    expect(() => refuse({ version: '1.0' })).toThrow('版本号应为')
  })

  it('is refused without its notes for staff, dated today, and without a line in the changelog', () => {
    expect(() => refuse({ version: '98.0.0' })).toThrow('没有版本 98.0.0 的更新说明')
    expect(() => refuse({ today: '2027-01-06' })).toThrow("版本 97.1.0 的 day 应为 '2027-01-06'")
    edit('CHANGELOG.md', (text) =>
      text.replace(/^(## \[Unreleased\]\n).*?(?=^## \[0)/ms, '$1\n### Added\n\n### Fixed\n\n'),
    )
    expect(() => refuse()).toThrow('[Unreleased] 里没有内容')
  })

  it('sets the version everywhere', () => {
    writeRelease({ root, version: NEXT, today })
    for (const file of ['package.json', 'packages/client/package.json', 'package-lock.json'])
      expect([file, JSON.parse(read(file)).version]).toEqual([file, NEXT])
    expect(JSON.parse(read('package-lock.json')).packages[''].version).toBe(NEXT)
    expect(read('packages/client/README.md')).toContain(`mingxi-client-${NEXT}.tgz`)
    for (const file of ['kustomization', 'migrate', 'web', 'worker'].map((name) => `deploy/kubernetes/${name}.yaml`))
      expect([file, read(file).includes(NEXT)]).toEqual([file, true])
    expect(read('docs/operations/running.md')).toContain(`mingxi-${NEXT}.tar.gz`)
    for (const file of ['packages/client/README.md', 'deploy/kubernetes/web.yaml', 'docs/operations/running.md'])
      expect([file, read(file).includes(former)]).toEqual([file, false])
  })

  it('moves what was unreleased below its version, without headings that are empty, and leaves empty headings', () => {
    const before = read('CHANGELOG.md')
    writeRelease({ root, version: NEXT, today })
    const after = read('CHANGELOG.md')
    const [head, own, rest] = after.split(/^(?=## \[)/m).slice(1)
    expect(head).toBe('## [Unreleased]\n\n### Added\n\n### Changed\n\n### Fixed\n\n')
    expect(own).toMatch(/^## \[97\.1\.0\] - 2027-01-05\n\n### Added\n- \*\*A dish:\*\* is washed\.\n/)
    expect(own).not.toMatch(/^### \w+\n\n*(###|$(?![\s\S]))/m)
    expect(rest).toMatch(/^## \[\d/)
    const lines = (text) => text.split('\n').filter((line) => line.startsWith('- '))
    expect(lines(after)).toEqual(lines(before))
  })

  it('adds the checksums of new migrations and changes no others', () => {
    writeFileSync(join(root, 'migrations/9901_orders.sql'), 'select 1;\n')
    const before = JSON.parse(read('migrations/released.json'))
    writeRelease({ root, version: NEXT, today })
    const { [NEXT]: own, ...others } = JSON.parse(read('migrations/released.json'))
    expect(others).toEqual(before)
    expect(own['9901_orders.sql']).toBe(createHash('sha256').update('select 1;\n').digest('hex'))
    expect(Object.keys(own).filter((name) => name in before[former])).toEqual([])
  })
})
