import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../provision.mjs'
import { titleIdFaults } from './title-ids.mjs'

const DOCUMENTS = ['docs/CHECKLIST.md', 'docs/ATTACKS.md', 'docs/FOUND.md']
const TESTS = '{src,scripts,bench,e2e,demo}/**/*.{test,spec}.{ts,tsx,mjs}'
/** This file contains made-up ids. */
const OWN = 'scripts/checks/title-ids.test.mjs'

const textOf = (path) => readFileSync(join(PROJECT, path), 'utf8')
const textsOf = (paths) => Object.fromEntries(paths.map((path) => [path, textOf(path)]))

describe('ids in titles of tests', () => {
  it('are defined by a document, and the lists of rows without a test are complete', () => {
    const tests = globSync(TESTS, { cwd: PROJECT }).filter((path) => path !== OWN)
    expect(tests.length).toBeGreaterThan(100)
    expect(titleIdFaults(textsOf(DOCUMENTS), textsOf(tests))).toEqual([])
  })

  const document =
    '- A-1 first\n- A-2 second\n- A-3 third\n\n## Rows without a test\n- not built: A-3\n\n## More\n- A-4 fourth\n'
  const titles = "it('[A-1] [A-2] x', () => {})\nit.each([['[A-4] y']])('%s', () => {})\n"

  it('pass when each row has a test or is listed', () => {
    expect(titleIdFaults({ d: document }, { t: titles })).toEqual([])
  })

  it('fail when no document defines them', () => {
    expect(titleIdFaults({ d: document }, { t: `${titles}it('[B-7] z', () => {})` })).toEqual([
      't: no document defines B-7',
    ])
  })

  it('fail when a row has no test and is not listed; a comment is no test', () => {
    expect(titleIdFaults({ d: document }, { t: titles.replace('[A-2]', '\n// [A-2]\n') })).toEqual([
      'd: A-2 has no test',
    ])
  })

  it('fail when a listed row has a test, or does not exist', () => {
    expect(titleIdFaults({ d: document }, { t: `${titles}it('[A-3] z', () => {})` })).toEqual([
      'd: A-3 has a test; take it off the list',
    ])
    expect(titleIdFaults({ d: document.replace('built: A-3', 'built: A-3 A-9') }, { t: titles })).toEqual([
      'd: A-9 is listed but not defined',
    ])
  })

  it('fail when two rows have the same id', () => {
    expect(titleIdFaults({ d: document, e: '- A-1 again\n' }, { t: titles })).toEqual(['A-1 is defined twice'])
  })
})
