import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crateOf, licenceKeys, type PackedOrder, sumsOf } from './crate-rules.ts'
import { readmeOf } from './readme-rules.ts'

const file = { size: 20, sha256: 'a'.repeat(64), mime: 'text/plain', sampleNo: 'S01' }
const order: PackedOrder = {
  orderNo: 'MX26030200001',
  title: 'XRD',
  laboratory: '明析科测',
  licence: 'CC-BY-4.0',
  deliveredOn: '2026-03-02',
  madeAt: '2026-03-03T10:00:00+08:00',
  records: [
    {
      projectName: 'XRD',
      instrument: { name: '衍射仪', model: 'D8' },
      method: '',
      conditions: 'Cu Kα',
      environment: '',
      startedAt: '2026-03-02T09:00:00+08:00',
      endedAt: '',
      sampleNos: ['S01'],
    },
  ],
  files: [
    { ...file, path: 'data/S01/a b#1.xy', kind: 'data' },
    { ...file, path: 'curves/S01/a b#1.xy.csv', kind: 'curve', source: 'data/S01/a b#1.xy' },
    { ...file, path: 'data/整个订单/说明.txt', kind: 'data', sampleNo: '' },
  ],
  readme: { size: 5, sha256: 'b'.repeat(64) },
  reportCode: '',
}
type Entity = Record<string, unknown> & { '@id': string }
const graph = (text: string) => (JSON.parse(text) as { '@graph': Entity[] })['@graph']

describe('the description of a package', () => {
  it('is an RO-Crate 1.2: descriptor, root with licence and date, every file with its sum', () => {
    const entities = graph(crateOf(order))
    expect(entities[0]).toEqual({
      '@id': 'ro-crate-metadata.json',
      '@type': 'CreativeWork',
      conformsTo: { '@id': 'https://w3id.org/ro/crate/1.2' },
      about: { '@id': './' },
    })
    expect(entities[1]).toMatchObject({
      '@id': './',
      '@type': 'Dataset',
      datePublished: order.madeAt,
      license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
    })
    expect(entities.find((each) => each['@id'] === 'data/S01/a%20b%231.xy')).toMatchObject({
      '@type': 'File',
      contentSize: '20',
      sha256: file.sha256,
      encodingFormat: 'text/plain',
    })
  })

  it('has one entity for every id that another names, and no id twice', () => {
    for (const licence of licenceKeys) {
      const entities = graph(crateOf({ ...order, licence }))
      const ids = entities.map((each) => each['@id'])
      expect(new Set(ids).size).toBe(ids.length)
      const named = [...JSON.stringify(entities.slice(1)).matchAll(/\{"@id":"([^"]+)"\}/g)].map(([, id]) => id)
      expect(named.filter((id) => !ids.includes(id as string))).toEqual([])
    }
  })

  it('says which instrument made which file, and leaves out what is not recorded', () => {
    const entities = graph(crateOf(order))
    expect(entities.find((each) => each['@id'] === '#test-1')).toEqual({
      '@id': '#test-1',
      '@type': 'CreateAction',
      name: 'XRD',
      description: 'Cu Kα',
      startTime: '2026-03-02T09:00:00+08:00',
      agent: { '@id': '#laboratory' },
      instrument: { '@id': '#instrument-1' },
      object: [{ '@id': '#sample-S01' }],
      result: [
        { '@id': 'data/S01/a%20b%231.xy' },
        { '@id': 'data/%E6%95%B4%E4%B8%AA%E8%AE%A2%E5%8D%95/%E8%AF%B4%E6%98%8E.txt' },
      ],
    })
    const blank = graph(
      crateOf({ ...order, records: order.records.map((each) => ({ ...each, instrument: { name: '', model: '' } })) }),
    )
    expect(blank.some((each) => each['@type'] === 'IndividualProduct')).toBe(false)
  })

  it('has a README in both languages in which no text of the record is markup', () => {
    const { readme: _, ...rest } = order
    const text = readmeOf({ ...rest, title: '<b>*x*\n# y' }, { zh: ['甲'], en: ['first'] })
    expect(text.split('\n')[0]).toBe('# \\<b\\>\\*x\\* \\# y（MX26030200001）')
    expect(text).toContain('## English')
    expect(text).toContain('- first')
    expect(text).not.toContain('环境：')
  })

  it('has checksums that sha256sum accepts, also for names with blanks, backslashes and line breaks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sums-'))
    const paths = ['data/a b.xy', 'data/中文.txt', 'data/odd\\name.txt', 'data/two\nlines.txt']
    const files = paths.map((path) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), path)
      return { path, sha256: createHash('sha256').update(path).digest('hex') }
    })
    writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(files))
    const check = () => spawnSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder })
    expect(check().status).toBe(0)
    writeFileSync(join(folder, 'data/a b.xy'), 'changed')
    expect(check().status).toBe(1)
    rmSync(folder, { recursive: true })
  })
})
