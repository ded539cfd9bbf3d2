import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepFormerAssets, takePlaceOf } from './former-assets.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mingxi-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BUILD = join(folder, 'build')

/** A release as the bundler leaves it, and put in place as the start does. */
function release(files) {
  const next = join(folder, 'next')
  mkdirSync(join(next, 'client', 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(next, 'client', 'assets', name), text)
  keepFormerAssets(BUILD, next)
  takePlaceOf(BUILD, next)
}

const served = () => readdirSync(join(BUILD, 'client', 'assets')).sort()

test('[F-12] a page of the former release finds its files after an upgrade; those of the release before that are removed', () => {
  release({ 'entry-1.js': 'one', 'kit-1.js': 'kit' })
  expect(served()).toEqual(['entry-1.js', 'kit-1.js'])
  release({ 'entry-2.js': 'two', 'kit-1.js': 'kit' })
  expect(served()).toEqual(['entry-1.js', 'entry-2.js', 'kit-1.js'])
  release({ 'entry-3.js': 'three', 'kit-3.js': 'kit' })
  // kit-1 was a file of the second release too.
  expect(served()).toEqual(['entry-2.js', 'entry-3.js', 'kit-1.js', 'kit-3.js'])
  expect(readFileSync(join(BUILD, 'client', 'assets', 'entry-2.js'), 'utf8')).toBe('two')
})
