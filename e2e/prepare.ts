import { ensurePagesBuilt, pinnedNode } from '../scripts/provision.mjs'
import { seedInstallation } from './installations.ts'

/** Before the journeys: builds the pages that `npm start` serves, and seeds each requested database once. */
export default async function prepare(): Promise<() => Promise<void>> {
  await ensurePagesBuilt(await pinnedNode())
  const removals: (() => Promise<void>)[] = []
  for (const database of databasesAskedFor()) removals.push(await seedInstallation(database))
  return async () => {
    for (const remove of removals) await remove()
  }
}

/** Playwright passes all projects to a global setup, including those that were not requested. */
function databasesAskedFor(): string[] {
  const named = process.argv.filter((argument) => argument.startsWith('--project='))
  return named.length === 0 ? ['pglite', 'postgres'] : named.map((argument) => argument.slice('--project='.length))
}
