import { loadLife } from '../../demo/life/load.ts'
import { type TestApp, testApp } from '../../src/app/testing/test-app.ts'
import { dropChecks, plantRows } from './plant.ts'
import { type Sandbox, sandboxed } from './sandbox.ts'
import { World } from './world.ts'

export interface AccessDemo {
  app: TestApp
  sandbox: Sandbox
  world: World
}

/** The demo's year, with rows in the tables that it leaves empty. */
export async function openAccessDemo(): Promise<AccessDemo> {
  const { sandbox, open } = await sandboxed()
  const app = await testApp({}, { open })
  await loadLife(app.system)
  await dropChecks(app.db)
  const planted = await plantRows(app.db, await World.of(app.db), app.clock.now())
  const world = await World.of(app.db)
  console.log(`${world.tables.size} tables; rows planted in ${planted.length} that the demo leaves empty`)
  return { app, sandbox, world }
}
