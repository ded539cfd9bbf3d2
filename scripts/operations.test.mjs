import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from './provision.mjs'

test('docs/OPERATIONS.md names every setting the server reads', () => {
  const settings = [...readFileSync(join(PROJECT, 'src/config.ts'), 'utf8').matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  )
  const documented = readFileSync(join(PROJECT, 'docs/OPERATIONS.md'), 'utf8')
  expect(settings).toContain('DATABASE_URL')
  // `npm run dev` sets this one itself.
  const forPeople = settings.filter((name) => name !== 'MINGXI_DEV')
  expect(forPeople.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})
