import { expect, it } from 'vitest'
import { restoreDrill } from './restore-drill.ts'

it('after kill -9 and the loss of the data folder, PostgreSQL is restored to its end and to a moment, with books, audit log and files in order', async () => {
  const { toEnd, toMoment, lostSeconds, acknowledged } = await restoreDrill({ orders: 3 })
  expect(acknowledged).toBe(12)
  expect(lostSeconds).toBeLessThanOrEqual(300)
  // pg_receivewal had everything that was acknowledged a moment before the loss, or all but the last of it.
  expect(toEnd.missing.length).toBeLessThanOrEqual(3)
  expect(toEnd.findings).toMatchObject({ books: 0, audit: 0, files: { missing: 0 } })
  expect(toMoment).toMatchObject({ missing: [], later: 0, findings: { books: 0, audit: 0, files: { missing: 0 } } })
}, 240_000)
