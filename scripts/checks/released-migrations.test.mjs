import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../provision.mjs'

// A database remembers the checksum of every migration that it ran, so an edited migration strands everybody who has run it (G-01).

const FOLDER = join(PROJECT, 'migrations')
/** Checksums by release and file. A release adds its new migrations; nothing is ever removed or changed. */
const released = Object.assign({}, ...Object.values(JSON.parse(readFileSync(join(FOLDER, 'released.json'), 'utf8'))))
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))

describe('released migrations', () => {
  it('[G-01] stay exactly as they were released', () => {
    const changed = Object.entries(released)
      .filter(([name, checksum]) => !files.includes(name) || checksumOf(name) !== checksum)
      .map(([name]) => name)
    expect(changed, 'write a new migration instead of editing these').toEqual([])
  })

  it('[G-01] come before all that are not released, so that a new database and an upgraded one run them in one order', () => {
    const last = Object.keys(released).sort().at(-1)
    const before = files.filter((name) => released[name] === undefined && name < last)
    expect(before, `give these a number after ${last}`).toEqual([])
  })
})

function checksumOf(name) {
  return createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex')
}
