import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readMigrations } from '../../platform/db/migrations/migrate.ts'
import { migrationsFolder } from '../start/services.ts'
import type { Command } from './command.ts'
import { readOptions } from './read-options.ts'

export const version: Command = {
  verb: 'version',
  summary: '本程序的版本',
  usage: `用法：npm run mingxi -- version [--json]
  显示程序与 Node.js 的版本，以及本版本的最后一个迁移。
  --json   结果为 JSON
`,
  run: async ({ args, write }) => {
    const { values } = readOptions(args, { json: { type: 'boolean' } })
    const { version } = JSON.parse(await readFile(resolve(import.meta.dirname, '../../../package.json'), 'utf8'))
    const last = (await readMigrations(migrationsFolder)).at(-1)?.name ?? ''
    const facts = { version, node: process.versions.node, migration: last }
    write(
      values.json
        ? `${JSON.stringify(facts)}\n`
        : `明析科测 ${version}，Node.js ${facts.node}，最后一个迁移 ${facts.migration}\n`,
    )
    return 0
  },
}
