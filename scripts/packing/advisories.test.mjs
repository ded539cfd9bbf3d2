import { expect, test } from 'vitest'
import { affectedBy, packagesOf } from './advisories.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'

const advisory = (events, more = {}) => ({
  id: 'GHSA-1',
  summary: 'reads too much',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }] }],
  ...more,
})
const idsFor = (version, record) => affectedBy([{ name: 'left', version }], [record]).map(({ id }) => id)

test('a package is affected from the version that introduced a fault to the one before it was mended', () => {
  const record = advisory([{ introduced: '2.0.0-rc.1' }, { fixed: '1.4.1' }, { introduced: '1.2.0' }])
  expect(
    ['1.1.9', '1.2.0', '1.4.0', '1.4.1', '1.9.0', '2.0.0-rc.0', '2.0.0-rc.2', '3.0.0'].map(
      (at) => idsFor(at, record).length,
    ),
  ).toEqual([0, 1, 1, 0, 0, 0, 1, 1])
  const never = advisory([{ introduced: '0' }, { last_affected: '1.0.0' }])
  expect(['0.0.1', '1.0.0', '1.0.1'].map((at) => idsFor(at, never).length)).toEqual([1, 1, 0])
})

test('withdrawn advisories, other ecosystems and other packages are left out; named versions count', () => {
  const all = [{ introduced: '0' }]
  expect(idsFor('1.0.0', advisory(all, { withdrawn: '2026-01-01T00:00:00Z' }))).toEqual([])
  const other = {
    ...advisory(all),
    affected: [{ ...advisory(all).affected[0], package: { ecosystem: 'PyPI', name: 'left' } }],
  }
  expect(idsFor('1.0.0', other)).toEqual([])
  expect(affectedBy([{ name: 'right', version: '1.0.0' }], [advisory(all)])).toEqual([])
  const named = { id: 'MAL-1', affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }] }
  expect([idsFor('1.0.0', named), idsFor('1.0.1', named)]).toEqual([['MAL-1'], []])
})

test('the bill of materials names what production imports, with licence and checksum, and no tool', () => {
  const bill = billOfMaterials()
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'mingxi' } } })
  const names = packagesOf(bill).map(({ name }) => name)
  for (const name of ['node', 'fastify', 'zod', 'react', '@fastify/static', 'nodemailer']) expect(names).toContain(name)
  for (const tool of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(tool)
  expect(names.filter((name) => name.startsWith('@typescript/'))).toEqual([])
  const fastify = bill.components.find(({ name }) => name === '@fastify/static')
  expect(fastify).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40fastify\/static@\d/),
    licenses: [{ license: { name: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})
