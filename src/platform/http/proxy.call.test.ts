import { afterEach, describe, expect, it } from 'vitest'
import { code4sms } from '../../people/sign-in/contract.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'

let app: TestApp
afterEach(() => app.close())

/** The address that a text message was counted under. */
async function addressCounted(trust: string, ip: string, forwarded: string): Promise<string | undefined> {
  app = await testApp({ TRUST_PROXY: trust })
  await app.call(code4sms, { phone: '13500000001', useFor: 0 }, { ip, headers: { 'x-forwarded-for': forwarded } })
  return (await app.db.row<{ ip: string }>(sql`select ip from sms_codes`))?.ip
}

describe('the address of a visitor', () => {
  it('[F-02] is what the trusted proxy appended, not what the visitor put before it', async () => {
    expect(await addressCounted('loopback', '127.0.0.1', '198.51.100.1, 203.0.113.5')).toBe('203.0.113.5')
  })

  it('[F-02] is what the second proxy from here appended where two stand in a row', async () => {
    expect(await addressCounted('2', '10.0.0.2', '198.51.100.1, 203.0.113.5, 10.0.0.1')).toBe('203.0.113.5')
  })

  it('[F-02] is that of the connection when it comes from outside of the trusted networks', async () => {
    expect(await addressCounted('loopback,10.0.0.0/8', '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  })

  it('[F-02] is that of the connection without a trusted proxy', async () => {
    expect(await addressCounted('off', '127.0.0.1', '198.51.100.1')).toBe('127.0.0.1')
  })
})
