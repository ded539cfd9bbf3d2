import { expect, test } from 'vitest'
import { missingEntries } from './complete-lock.mjs'

const tool = {
  version: '1.0.0',
  dev: true,
  license: 'MIT',
  optionalDependencies: { '@tool/cli-linux-x64-musl': '1.0.0' },
}

test('the entry of a native package that the registry lacks is added again', () => {
  expect(missingEntries({ packages: { '': {}, 'node_modules/tool': tool } })).toEqual({
    'node_modules/@tool/cli-linux-x64-musl': {
      version: '1.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      license: 'MIT',
      optional: true,
      os: ['linux'],
    },
  })
})

test('an entry is looked up like Node resolves packages', () => {
  const nested = 'node_modules/a/node_modules/tool'
  for (const place of [`${nested}/node_modules`, 'node_modules/a/node_modules', 'node_modules']) {
    expect(missingEntries({ packages: { [nested]: tool, [`${place}/@tool/cli-linux-x64-musl`]: {} } })).toEqual({})
  }
  expect(
    Object.keys(
      missingEntries({ packages: { [nested]: tool, 'node_modules/b/node_modules/@tool/cli-linux-x64-musl': {} } }),
    ),
  ).toHaveLength(1)
})

test('an optional package without an exact version is an error', () => {
  const packages = { 'node_modules/a': { optionalDependencies: { 'fancy-colours': '^2.0.0' } } }
  expect(() => missingEntries({ packages })).toThrow('fancy-colours@^2.0.0')
})
