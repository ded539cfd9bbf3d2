import { ensurePagesBuilt, pinnedNode } from '../scripts/provision.mjs'
import { seedHouse } from './houses.ts'

/** Before the journeys: the pages that `npm start` would serve are built, and each database that was asked for is seeded once. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensurePagesBuilt(await pinnedNode())
  const removals: (() => Promise<void>)[] = []
  for (const database of databasesAskedFor()) removals.push(await seedHouse(database))
  return async () => {
    for (const remove of removals) await remove()
  }
}

/** Playwright tells a global setup of all projects, also of those that were not asked for. */
function databasesAskedFor(): string[] {
  const named = process.argv.filter((argument) => argument.startsWith('--project='))
  return named.length === 0 ? ['pglite', 'postgres'] : named.map((argument) => argument.slice('--project='.length))
}
