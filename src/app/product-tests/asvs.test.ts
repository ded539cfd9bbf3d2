import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const TABLE = 'docs/security/asvs.md'
const STATES = ['held', 'partly', 'not held', 'not applicable']
/** Requirements of levels 1 and 2 of OWASP ASVS 5.0.0: for each chapter, the numbers of each of its sections. */
const WANTED: Record<string, string> = {
  V1: '1.1-2 2.1-9 3.1-11 4.1-3 5.1-2',
  V2: '1.1-3 2.1-3 3.1-4 4.1-1',
  V3: '2.1-2 3.1-4 4.1-6 5.1-5 7.1-2',
  V4: '1.1-3 2.1-1 3.1-2 4.1-4',
  V5: '1.1-1 2.1-3 3.1-2 4.1-3',
  V6: '1.1-3 2.1-12 3.1-4 4.1-4 5.1-5 6.1-3 8.1-4',
  V7: '1.1-3 2.1-4 3.1-2 4.1-5 5.1-2 6.1-2',
  V8: '1.1-2 2.1-3 3.1-1 4.1-1',
  V9: '1.1-3 2.1-4',
  V10: '1.1-2 2.1-2 3.1-4 4.1-11 5.1-5 6.1-2 7.1-3',
  V11: '1.1-2 2.1-3 3.1-3 4.1-4 5.1-1 6.1-1',
  V12: '1.1-3 2.1-2 3.1-4',
  V13: '1.1-1 2.1-5 3.1-2 4.1-5',
  V14: '1.1-2 2.1-4 3.1-3',
  V15: '1.1-3 2.1-3 3.1-7',
  V16: '1.1-1 2.1-5 3.1-4 4.1-3 5.1-3',
  V17: '1.1-1 2.1-4 3.1-2',
}

const table = readFileSync(join(ROOT, TABLE), 'utf8')
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [id = '', asked = '', state = '', where = '', proof = '', ...rest] = line.slice(2, -2).split(' | ')
    return { id, asked, state, where, proof, rest }
  })

function namedIn(cell: string): string[] {
  return [...cell.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.(json|md|ts)$/.test(path))
}

function proofsIn(cell: string): { path: string; title: string }[] {
  return [...cell.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({ path, title }))
}

describe('the table of OWASP ASVS', () => {
  it('has each requirement of levels 1 and 2 once, in order', () => {
    const wanted = Object.entries(WANTED).flatMap(([chapter, sections]) =>
      sections.split(' ').flatMap((section) => {
        const [, part, first, last] = /^(\d)\.(\d+)-(\d+)$/.exec(section) ?? []
        const count = Number(last) - Number(first) + 1
        return Array.from({ length: count }, (_, place) => `${chapter}.${part}.${Number(first) + place}`)
      }),
    )
    expect(wanted).toHaveLength(253)
    expect(rows.map(({ id }) => id)).toEqual(wanted)
  })

  it('says each in few words, with one of four states', () => {
    for (const { id, asked, state, rest } of rows) {
      expect([id, STATES.includes(state), rest]).toEqual([id, true, []])
      expect([id, asked.split(' ').length <= 12]).toEqual([id, true])
    }
  })

  it('every path of the table exists', () => {
    const missing = rows.flatMap(({ id, where, proof }) =>
      namedIn(where + proof).flatMap((path) => (existsSync(join(ROOT, path)) ? [] : [`${id}: ${path}`])),
    )
    expect(missing).toEqual([])
  })

  it('every title that it names stands in its file', () => {
    const missing = rows.flatMap(({ id, proof }) =>
      proofsIn(proof).flatMap(({ path, title }) =>
        readFileSync(join(ROOT, path), 'utf8').includes(title) ? [] : [`${id}: ${title}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it('what is held names a place and a proof; everything else says what is missing', () => {
    for (const { id, state, where, proof } of rows) {
      expect([id, where.length > 5]).toEqual([id, true])
      if (state === 'held')
        expect([id, namedIn(where).length > 0 || /`/.test(where) || proofsIn(proof).length > 0]).toEqual([id, true])
      if (state === 'held' || state === 'not applicable') expect([id, proofsIn(proof).length > 0]).toEqual([id, true])
    }
  })

  it('its sums are right', () => {
    for (const state of STATES) {
      const count = rows.filter((row) => row.state === state).length
      expect(table).toContain(`| ${state} | ${count} |`)
    }
  })
})
