import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { monthlyTables, partitionState } from '../../platform/db/partitions.ts'
import { openInstallation } from './open-installation.ts'

it('[Q-165] a new installation has the partitions of this month and the next before it serves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mingxi-new-'))
  const config = readConfig({ DATA_DIR: folder, PUBLIC_URL: 'http://127.0.0.1:4000', DEMO: 'off' })
  const { database } = await openInstallation(config)
  const now = new Date()
  for (const table of monthlyTables)
    expect(await partitionState(database, table, now)).toMatchObject({ thisMonth: true, nextMonth: true })
  await database.close()
  await rm(folder, { recursive: true })
}, 60_000)
