// Creates and fills the embedded database before the first start, while the boot script builds the pages: both take ten seconds and use one core.
import './node-env.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openInstallation } from './app/start/open-installation.ts'
import { readConfig } from './config.ts'

process.on('disconnect', () => process.exit(1))

const config = readConfig(process.env)
// Another database belongs to a running installation, which goes on with the former release until the pages are built.
if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'database'))) {
  const { database } = await openInstallation(config)
  await database.close()
}
process.exit(0)
