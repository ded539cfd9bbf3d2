import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../provision.mjs'

const FOLDER = 'docs/decisions'
const numberOf = (name) => name.slice(0, 4)

/** The words of the status, up to the next heading. */
const statusOf = (text) => /^## Status\n([\s\S]*?)(?=^## )/m.exec(text)?.[1].replaceAll('\n', ' ').trim() ?? ''
const numbersAfter = (words, text) =>
  [...text.matchAll(new RegExp(`${words} ((?:\\d{4}(?:, | and )?)+)`, 'g'))].flatMap(
    ([, list]) => list.match(/\d{4}/g) ?? [],
  )

/**
 * @param {Record<string, string>} decisions text of each file by its name
 * @param {string} index text of the index
 * @returns {string[]} what does not agree
 */
export function decisionFaults(decisions, index) {
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]+\.md)\)/g)].map(([, name]) => name)
  const names = Object.keys(decisions)
  const byNumber = new Map(names.map((name) => [numberOf(name), statusOf(decisions[name])]))
  const supersededBy = (number) => numbersAfter('Superseded(?: in part)? by', byNumber.get(number) ?? '')
  const supersedes = (number) => numbersAfter('Supersedes', byNumber.get(number) ?? '')
  return [
    ...names.filter((name) => !listed.includes(name)).map((name) => `not in the index: ${name}`),
    ...listed.filter((name) => !names.includes(name)).map((name) => `in the index without a file: ${name}`),
    ...listed.filter((name, at) => listed.indexOf(name) !== at).map((name) => `twice in the index: ${name}`),
    ...names
      .filter((name, at) => names.findIndex((other) => numberOf(other) === numberOf(name)) !== at)
      .map((name) => `a number that is taken: ${name}`),
    ...names
      .filter((name) => !/^(Accepted|Superseded by \d{4})/.test(statusOf(decisions[name])))
      .map((name) => `neither accepted nor superseded: ${name}`),
    ...[...byNumber.keys()].flatMap((number) => [
      ...supersedes(number)
        .filter((older) => !supersededBy(older).includes(number))
        .map((older) => `${older} does not say at its top that ${number} supersedes it`),
      ...supersededBy(number)
        .filter((newer) => !supersedes(newer).includes(number))
        .map((newer) => `${newer} does not say that it supersedes ${number}`),
      ...supersededBy(number)
        .filter((newer) => !new RegExp(`\\(${number}-.*superseded.*${newer}`).test(index))
        .map((newer) => `the index does not say that ${newer} supersedes ${number}`),
    ]),
  ]
}

describe('[G-15] decisions', () => {
  it('stand in the index by subject, and each that no longer holds names its successor', () => {
    const names = globSync('[0-9]*.md', { cwd: join(PROJECT, FOLDER) })
    expect(names.length).toBeGreaterThan(100)
    const text = (name) => readFileSync(join(PROJECT, FOLDER, name), 'utf8')
    expect(decisionFaults(Object.fromEntries(names.map((name) => [name, text(name)])), text('README.md'))).toEqual([])
  })

  it('that are missing in the index or name no successor are reported', () => {
    const decision = (status) => `# T\n\n## Status\n${status}\n\n## Context\n`
    const decisions = {
      '0001-a.md': decision('Accepted. Superseded in part by 0003: a half.'),
      '0002-b.md': decision('Accepted.'),
      '0003-c.md': decision('Accepted. Supersedes 0001 and 0002 in part.'),
      '0004-d.md': decision('Thought about.'),
    }
    const index = '- [0001](0001-a.md) A\n- [0003](0003-c.md) C\n- [0004](0004-d.md) D\n- [0005](0005-e.md) E'
    expect(decisionFaults(decisions, index)).toEqual([
      'not in the index: 0002-b.md',
      'in the index without a file: 0005-e.md',
      'neither accepted nor superseded: 0004-d.md',
      'the index does not say that 0003 supersedes 0001',
      '0002 does not say at its top that 0003 supersedes it',
    ])
  })
})
