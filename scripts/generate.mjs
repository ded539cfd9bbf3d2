// Writes committed files that are derived from the code, so that a review shows changes of the API and of the schema:
//   generated/openapi.json   the document served at /api/docs
//   generated/schema.sql     the schema after all migrations, read from the database's catalog
//   packages/client/src/calls.ts, version.ts   the types of the client package, and its version
// With --check it writes nothing and fails when a committed file differs.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, PROJECT, pinnedEnvironment, pinnedNode } from './provision.mjs'

/** @returns {Promise<Record<string, string>>} name and text of every generated file */
async function generate() {
  const { openApiDocument } = await import('../src/web/api-reference/openapi.ts')
  const { handlers } = await import('../src/app/calls.ts')
  const { describeSchema } = await import('./schema-text.mjs')
  const { clientTypes } = await import('./client-types.mjs')
  const document = openApiDocument(handlers.map(({ call }) => call))
  return {
    'generated/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'generated/schema.sql': await describeSchema(join(PROJECT, 'migrations')),
    'packages/client/src/calls.ts': clientTypes(document),
    'packages/client/src/version.ts': versionText(document.info.version),
  }
}

function versionText(version) {
  return `// Written by scripts/generate.mjs from package.json; do not edit.

/** The version of the product that this package belongs to. */
export const version = '${version}'
`
}

async function main(check) {
  const files = await generate()
  const stale = Object.keys(files).filter((name) => readText(join(PROJECT, name)) !== files[name])
  if (check) {
    for (const name of stale) console.error(`${name} is out of step: run \`node scripts/generate.mjs\``)
    console.log(`generated files: ${Object.keys(files).length} compared, ${stale.length} out of step`)
    process.exitCode = stale.length > 0 ? 1 : 0
    return
  }
  mkdirSync(join(PROJECT, 'generated'), { recursive: true })
  for (const name of stale) writeFileSync(join(PROJECT, name), files[name])
  console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'nothing changed')
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Only the pinned Node runs TypeScript sources, so an older Node starts the pinned one. */
if (Number(process.versions.node.split('.')[0]) < 24) {
  await ensureInstalled()
  const run = spawnSync(await pinnedNode(), [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    cwd: PROJECT,
    stdio: 'inherit',
    env: pinnedEnvironment(),
  })
  process.exitCode = run.status ?? 1
} else {
  await main(process.argv.includes('--check'))
}
