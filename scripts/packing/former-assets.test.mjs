import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepFormerAssets, takePlaceOf } from './former-assets.mjs'

const folder = mkdtempSync(join(tmpdir(), 'mingxi-assets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const BUILD = join(folder, 'build')

/** Writes a release like the bundler and puts it in place like the start script. */
function release(files) {
  const next = join(folder, 'next')
  mkdirSync(join(next, 'client', 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(next, 'client', 'assets', name), text)
  keepFormerAssets(BUILD, next)
  takePlaceOf(BUILD, next)
}

const served = () => readdirSync(join(BUILD, 'client', 'assets')).sort()

test('[F-12] after an upgrade the files of the previous release are still served, and older ones are removed', () => {
  release({ 'entry-1.js': 'one', 'kit-1.js': 'kit' })
  expect(served()).toEqual(['entry-1.js', 'kit-1.js'])
  release({ 'entry-2.js': 'two', 'kit-1.js': 'kit' })
  expect(served()).toEqual(['entry-1.js', 'entry-2.js', 'kit-1.js'])
  release({ 'entry-3.js': 'three', 'kit-3.js': 'kit' })
  // The second release also contained kit-1.
  expect(served()).toEqual(['entry-2.js', 'entry-3.js', 'kit-1.js', 'kit-3.js'])
  expect(readFileSync(join(BUILD, 'client', 'assets', 'entry-2.js'), 'utf8')).toBe('two')
})
