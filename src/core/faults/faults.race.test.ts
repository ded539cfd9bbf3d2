import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { FaultBook } from '../../platform/faults/fault-book.ts'
import { writeFaults } from './write-actions.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('processes that write the same faults at once lose none and ring once', async () => {
  const errors = Array.from({ length: 150 }, (_, i) => Object.assign(new Error('x'), { code: `E${i}` }))
  const processes = Array.from({ length: 6 }, () => ({ ...app.services, faults: new FaultBook(app.clock) }))
  for (let round = 0; round < 5; round += 1) {
    app.clock.advance({ seconds: 1 })
    for (const [place, { faults }] of processes.entries())
      // Each in another order.
      for (let i = 0; i < errors.length; i += 1) faults.note(errors[(i * 7 + place * 31) % errors.length], 'failed')
    await Promise.all(processes.map((each) => writeFaults(each)))
  }
  const faults = await app.db.rows<{ times: number }>(sql`select times from faults`)
  expect(faults.map(({ times }) => times)).toEqual(Array.from({ length: 150 }, () => 30))
  const { samples } = await app.db.one<{ samples: number }>(sql`select count(*) as samples from fault_samples`)
  expect(samples).toBe(4500)
  const alarms = await app.db.rows<{ text: string; times: number }>(sql`select text, times from alarms`)
  expect(alarms).toEqual([expect.objectContaining({ text: expect.stringContaining('另有 147 种'), times: 1 })])
})
