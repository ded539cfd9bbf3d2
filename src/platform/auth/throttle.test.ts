import { expect, test } from 'vitest'
import { gateOf, waitSeconds } from './throttle.ts'

test('[T-3] five wrong passwords are free, then the wait doubles from half a minute to a quarter of an hour and no further', () => {
  expect([0, 4, 5, 6, 7, 8, 9, 10, 11, 5000].map(waitSeconds)).toEqual([0, 0, 30, 60, 120, 240, 480, 900, 900, 900])
})

test('[T-3] a proof of work replaces at most twenty waits a day', () => {
  const waiting = { failures: 9, waitSeconds: 480 }
  expect([19, 20].map((provedWaits) => gateOf({ ...waiting, provedWaits }, true))).toEqual(['go', 'wait'])
})
