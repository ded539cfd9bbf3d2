import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { lockFolder } from '../../platform/db/embedded/folder-lock.ts'
import { moveDemoAside } from './new-demo.ts'

const now = new Date('2026-11-24T02:00:00Z')
let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mingxi-new-demo-'))
})
afterEach(() => rm(parent, { recursive: true, force: true }))

async function dataFolder(): Promise<string> {
  const folder = join(parent, 'data')
  await mkdir(folder)
  await writeFile(join(folder, 'kept.txt'), 'row')
  return folder
}

describe('npm start -- --new-demo', () => {
  it('[G-01] gives the folder another name, twice on a day too, and deletes nothing', async () => {
    for (const name of ['data.2026-11-24', 'data.2026-11-24.20261124100000']) {
      const aside = (await moveDemoAside(readConfig({ DATA_DIR: await dataFolder() }), now)) ?? ''
      expect(basename(aside)).toBe(name)
      expect(await readFile(join(aside, 'kept.txt'), 'utf8')).toBe('row')
    }
    expect(existsSync(join(parent, 'data'))).toBe(false)
    expect(await moveDemoAside(readConfig({ DATA_DIR: join(parent, 'data') }), now)).toBeUndefined()
  })

  it('[G-01] moves nothing that is not a demo, or that a server uses', async () => {
    const folder = await dataFolder()
    for (const env of [{ DEMO: 'off' }, { DATABASE_URL: 'postgres://127.0.0.1:1/x', DEMO: 'on' }])
      await expect(moveDemoAside(readConfig({ DATA_DIR: folder, ...env }), now)).rejects.toThrow('不移动任何数据')
    const unlock = lockFolder(folder)
    await expect(moveDemoAside(readConfig({ DATA_DIR: folder }), now)).rejects.toThrow('正被进程')
    unlock()
    expect(await readdir(parent)).toEqual(['data'])
  })
})
