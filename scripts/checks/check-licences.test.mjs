import { expect, test } from 'vitest'
import { checkLicences } from './check-licences.mjs'

const problemsOf = (path, entry) => checkLicences({ packages: { '': {}, [path]: entry } }).problems

test('permissive licences pass, alone and combined', () => {
  for (const license of ['MIT', 'Apache-2.0 AND MIT', '(MIT AND Zlib)', 'GPL-3.0 OR MIT', 'OFL-1.1']) {
    expect(problemsOf('node_modules/a', { license })).toEqual([])
  }
})

test('copyleft, unknown and missing licences are problems, also in nested packages and in development', () => {
  for (const license of ['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'UNLICENSED', 'SEE LICENSE IN x', undefined]) {
    expect(problemsOf('node_modules/a/node_modules/@b/c', { license, dev: true })).toHaveLength(1)
  }
})

test('an exception holds for its package, its licence and its purpose only', () => {
  expect(problemsOf('node_modules/axe-core', { license: 'MPL-2.0', dev: true })).toEqual([])
  expect(problemsOf('node_modules/axe-core', { license: 'MPL-2.0' })).toEqual([
    'axe-core: MPL-2.0 is accepted for development only',
  ])
  expect(problemsOf('node_modules/axe-core', { license: 'GPL-3.0', dev: true })).toHaveLength(1)
  expect(problemsOf('node_modules/other', { license: 'MPL-2.0', dev: true })).toHaveLength(1)
})
