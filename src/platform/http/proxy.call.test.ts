import { afterEach, describe, expect, it } from 'vitest'
import { code4sms } from '../../people/sign-in/contract.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'

let app: TestApp
afterEach(() => app.close())

/** The IP address under which an SMS code was counted. */
async function addressCounted(trust: string, ip: string, forwarded: string): Promise<string | undefined> {
  app = await testApp({ TRUST_PROXY: trust })
  await app.call(code4sms, { phone: '13500000001', useFor: 0 }, { ip, headers: { 'x-forwarded-for': forwarded } })
  return (await app.db.row<{ ip: string }>(sql`select ip from sms_codes`))?.ip
}

describe('the IP address of a visitor', () => {
  it('[F-02] is the one appended by the trusted proxy, not the one the visitor sent', async () => {
    expect(await addressCounted('loopback', '127.0.0.1', '198.51.100.1, 203.0.113.5')).toBe('203.0.113.5')
  })

  it('[F-02] is the one appended by the outer of two trusted proxies', async () => {
    expect(await addressCounted('2', '10.0.0.2', '198.51.100.1, 203.0.113.5, 10.0.0.1')).toBe('203.0.113.5')
  })

  it('[F-02] is the one of the connection when that is outside the trusted networks', async () => {
    expect(await addressCounted('loopback,10.0.0.0/8', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  it('[F-02] is the one of the connection when no proxy is trusted', async () => {
    expect(await addressCounted('off', '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
  })
})
