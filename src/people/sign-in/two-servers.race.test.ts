import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '../../web/access.ts'
import { handlers } from '../../app/calls.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import type { Database } from '../../platform/db/db.ts'
import { openPostgres } from '../../platform/db/postgres/postgres.ts'
import { sql } from '../../platform/db/sql.ts'
import { createServer } from '../../platform/http/server.ts'
import { TagCache } from '../../platform/http/cache/tag-cache.ts'
import { staffMe } from '../../core/staff/me-contract.ts'
import { staffDisable } from '../../core/staff/manage-contract.ts'
import { userInfo, userLogout } from '../customers/person-contract.ts'

type Server = Awaited<ReturnType<typeof createServer>>
let app: TestApp
let other: Server
let database: Database | undefined

/** A second server beside the app's: on PostgreSQL with its own pool and cache, like another process. */
beforeAll(async () => {
  app = await testApp()
  if (app.databaseUrl) database = openPostgres(app.databaseUrl, { poolSize: 4 })
  const services = { ...app.services, db: database ?? app.services.db, cache: new TagCache(100) }
  other = await createServer(services, access, handlers)
})
afterAll(async () => {
  await other.close()
  await database?.close()
  await app.close()
})

const there = async (path: string, token: string) =>
  (await other.inject({ method: 'POST', url: path, headers: { token }, payload: {} })).statusCode

describe('a session that ends on one server', () => {
  it('[T-14] after logout the other server refuses the next call, within a second', async () => {
    for (let round = 0; round < 20; round += 1) {
      const person = await app.customer(0)
      expect(await there(userInfo.path, person.token)).toBe(200)
      await app.call(userLogout, {}, { as: person })
      const ended = performance.now()
      expect(await there(userInfo.path, person.token)).toBe(401)
      expect(performance.now() - ended).toBeLessThan(1000)
    }
  })

  it('[T-14] while the other server gets calls all the time, none that begins after the logout passes', async () => {
    const person = await app.customer(0)
    let ended = Number.POSITIVE_INFINITY
    const answers: { begun: number; status: number }[] = []
    const asking = (async () => {
      while (performance.now() < ended + 200) {
        const begun = performance.now()
        answers.push({ begun, status: await there(userInfo.path, person.token) })
      }
    })()
    await there(userInfo.path, person.token)
    await app.call(userLogout, {}, { as: person })
    ended = performance.now()
    await asking
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(answers.filter(({ begun, status }) => begun > ended && status !== 401)).toEqual([])
  })

  it('[T-14] a disabled account, of staff or of a customer, is refused at the next call', async () => {
    const admin = await app.staff('admin')
    const lab = await app.staff('lab')
    expect(await there(staffMe.path, lab.token)).toBe(200)
    const { account } = await app.db.one<{ account: string }>(sql`select account from staff where id = ${lab.id}`)
    await app.call(staffDisable, { id: lab.id, disabled: true, confirm: account }, { as: admin })
    expect(await there(staffMe.path, lab.token)).toBe(401)
    const person = await app.customer(0)
    expect(await there(userInfo.path, person.token)).toBe(200)
    await app.db.run(sql`update customers set disabled_at = ${app.clock.now()} where id = ${person.id}`)
    expect(await there(userInfo.path, person.token)).toBe(401)
  })
})
