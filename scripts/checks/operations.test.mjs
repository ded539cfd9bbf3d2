import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { PROJECT } from '../provision.mjs'

const textOf = (path) => readFileSync(join(PROJECT, path), 'utf8')
/** Set by `npm run dev`, not by the operator. */
const INTERNAL = 'MINGXI_DEV'

function settings() {
  const names = [...textOf('src/config.ts').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name)
  expect(names).toContain('DATABASE_URL')
  return names.filter((name) => name !== INTERNAL)
}

test('docs/OPERATIONS.md names every setting the server reads', () => {
  const documented = textOf('docs/OPERATIONS.md')
  const missing = settings().filter((name) => !documented.includes(`\`${name}\``))
  expect(missing, 'add a row of docs/OPERATIONS.md for each').toEqual([])
})

describe('.env.example', () => {
  const example = textOf('.env.example')

  it('has every setting the server reads, and no other', () => {
    const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(named.sort(), 'add or remove lines of .env.example').toEqual(settings().sort())
  })

  it('explains each setting in the line above it', () => {
    const lines = example.split('\n')
    const unexplained = lines.filter(
      (line, i) => /^#?[A-Z][A-Z0-9_]+=/.test(line) && !/^# .+\.$/.test(lines[i - 1] ?? ''),
    )
    expect(unexplained, 'write a sentence that begins with # above each').toEqual([])
  })

  it('sets exactly the defaults, and its examples are accepted', () => {
    expect(readConfig(parseEnv(example))).toEqual(readConfig({}))
    const all = parseEnv(example.replaceAll(/^#(?=[A-Z])/gm, ''))
    expect(Object.keys(all).sort()).toEqual(settings().sort())
    expect(() => readConfig(all)).not.toThrow()
  })
})
