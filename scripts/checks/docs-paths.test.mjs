import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../provision.mjs'
import { LAYERS } from './layers.mjs'

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'src/**/*.md']
const FOLDERS = [
  '.ci',
  'bench',
  'demo',
  'deploy',
  'docs',
  'e2e',
  'generated',
  'migrations',
  'packages',
  'scripts',
  'src',
]
const SOURCE = /\w\.(?:tsx?|mjs|css|conf|service|sql|md)$/
/** A superseded decision may name files that no longer exist. */
const SUPERSEDED = /^## Status\nSuperseded/m
const TOP = /^(?:bench|demo|deploy|docs|e2e|generated|migrations|packages|scripts|src)\//

/** Names of source files and folders: `src/config.ts` from the root, `config.ts` from any folder. `NNNN-title.md` and `x.test.ts` are placeholders. */
function namedIn(document) {
  const quoted = [...document.matchAll(/`(\.?\w[\w./-]*)`/g)].map(([, name]) => name)
  return quoted.filter((name) => (TOP.test(name) || SOURCE.test(name)) && !/NNNN|^x\./.test(name))
}

function linkedIn(document) {
  return [...document.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target]) => target)
}

/** @returns {string[]} names in a document for which no file or folder exists */
export function missingIn(path, document, files) {
  const there = (name) => files.some((file) => file === name || file.startsWith(`${name.replace(/\/$/, '')}/`))
  const named = namedIn(document).filter((name) => !there(name) && !files.some((file) => file.endsWith(`/${name}`)))
  const linked = linkedIn(document).filter((target) => !there(normalize(join(dirname(path), target))))
  return [...new Set([...named, ...linked])]
}

describe('documents', () => {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: PROJECT }))
  const all = [...files, ...globSync('*.*', { cwd: PROJECT }), '.ci/run', 'LICENSE', 'deploy/Caddyfile']

  it('name and link only files that exist', () => {
    const documents = DOCUMENTS.flatMap((pattern) => globSync(pattern, { cwd: PROJECT }))
    expect(documents.length).toBeGreaterThan(30)
    const missing = documents.flatMap((path) => {
      const text = readFileSync(join(PROJECT, path), 'utf8')
      if (SUPERSEDED.test(text)) return []
      return missingIn(path, text, all).map((name) => `${path}: ${name}`)
    })
    expect(missing).toEqual([])
  })

  it('[G-15] docs/architecture/slices.md has every slice', () => {
    const text = readFileSync(join(PROJECT, 'docs/architecture/slices.md'), 'utf8')
    const slices = LAYERS.flatMap(([, names = []]) => names)
    expect(slices.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('that name or link a missing file are reported', () => {
    const text =
      '`src/a.ts` `b.ts` `src/gone.ts` `gone.ts` `src/old/` [a](../src/a.ts) [c](c.md) `NNNN-x.md` `text/plain`'
    expect(missingIn('docs/d.md', text, ['src/a.ts', 'src/x/b.ts'])).toEqual([
      'src/gone.ts',
      'gone.ts',
      'src/old/',
      'c.md',
    ])
  })
})
