import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { networkOf } from '../http/connections/network.ts'
import { takeGuardedTry } from './throttle.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[S-23] wrong passwords still count after 23 hours and are forgotten after 24', async () => {
  const tries = () => takeGuardedTry(app.system, 'customer:13800000000', true)
  for (let i = 0; i < 3; i++) await tries()
  app.clock.advance({ hours: 23 })
  expect((await takeGuardedTry(app.system, 'customer:13800000000', false)).gate).toBe('prove')
  expect((await tries()).failures).toBe(3)
  app.clock.advance({ hours: 24, seconds: 1 })
  expect((await tries()).failures).toBe(0)
})

it('[F-75] an address of IPv6 counts as its network', () => {
  expect(['2001:db8::1', '2001:db8:0:0:7:8:9:a'].map(networkOf)).toEqual(['2001:db8:0:0', '2001:db8:0:0'])
  expect(['192.0.2.1', '::ffff:192.0.2.1', '::1'].map(networkOf)).toEqual(['192.0.2.1', '::ffff:192.0.2.1', '0:0:0:0'])
})
