import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryFolder, removeLeftovers } from './memory-folder.mjs'

test('folders of processes that were killed are removed, those of running ones and others stay', () => {
  const prefix = `mingxi-leftovers-${process.pid}-of-`
  const made = [tmpdir(), memoryFolder()].flatMap((parent) =>
    // No process has a number above the kernel's limit of 2^22.
    [`${prefix}4194305-dead`, `${prefix}${process.pid}-alive`, `${prefix}unnumbered`].map((name) => join(parent, name)),
  )
  for (const folder of made) mkdirSync(folder, { recursive: true })
  removeLeftovers(prefix)
  expect(made.filter((folder) => existsSync(folder))).toEqual(made.filter((folder) => !folder.endsWith('-dead')))
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

test('files can be written where the memory folder is, which is the folder of the system when there is too little memory', () => {
  const folder = mkdtempSync(join(memoryFolder(), 'mingxi-written-'))
  expect(existsSync(folder)).toBe(true)
  rmSync(folder, { recursive: true })
  expect(memoryFolder(Infinity)).toBe(tmpdir())
})
