import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../config.ts'
import { requireChannels } from '../../app/start/require-channels.ts'
import { testClock } from '../clock.ts'
import { channelsOf, demoPayOf } from './channels.ts'
import { certificateKeysOf } from './pay-keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'mingxi-pay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const clock = testClock(new Date('2026-03-02T02:00:00Z'))
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privatePem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const publicPem = String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '')

const SITE = { PUBLIC_URL: 'https://lab.example', DATA_DIR: folder, DEMO: 'off' }
const WECHATPAY = {
  WECHATPAY_MCHID: '1900000001',
  WECHATPAY_APPID: 'wx1',
  WECHATPAY_SERIAL: '3775B6A45ACD588826D15E583A95F5DD00000000',
  WECHATPAY_PRIVATE_KEY: privatePem,
  WECHATPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
  WECHATPAY_PUBLIC_KEY: publicPem,
}
const ALIPAY = {
  ALIPAY_APP_ID: '2021000000000001',
  ALIPAY_SELLER_ID: '2088000000000001',
  ALIPAY_PRIVATE_KEY: bare(privatePem),
  ALIPAY_PUBLIC_KEY: bare(publicPem),
}
const keysOf = (env: Record<string, string>) => [...channelsOf(readConfig({ ...SITE, ...env }), clock).keys()]

test('only configured channels exist, and a demo with none of them has both against doubles', () => {
  expect(keysOf({})).toEqual([])
  expect(keysOf(WECHATPAY)).toEqual(['wechatpay'])
  expect(keysOf({ ...WECHATPAY, ...ALIPAY })).toEqual(['wechatpay', 'alipay'])
  expect(keysOf({ DEMO: 'on' })).toEqual(['wechatpay', 'alipay'])
  const real = readConfig({ ...SITE, ...ALIPAY, DEMO: 'on' })
  expect([...channelsOf(real, clock).keys()]).toEqual(['alipay'])
  expect(demoPayOf(real, clock)).toBeUndefined()
  expect(demoPayOf(readConfig(SITE), clock)).toBeUndefined()
})

test('a channel that is configured in part ends the start and names what is missing', () => {
  for (const group of [WECHATPAY, ALIPAY])
    for (const name of Object.keys(group)) {
      const { [name]: _, ...rest } = group as Record<string, string>
      expect(() => readConfig({ ...SITE, ...rest }), name).toThrow(name)
    }
  expect(() => readConfig({ ...WECHATPAY, DEMO: 'off' })).toThrow('PUBLIC_URL')
  expect(() => readConfig({ ...SITE, ...WECHATPAY, WECHATPAY_API_V3_KEY: 'short' })).toThrow('32 bytes')
  expect(() => readConfig({ ...SITE, ...ALIPAY, ALIPAY_SELLER_ID: '2021000000000001' })).toThrow('ALIPAY_SELLER_ID')
})

test('a key may be PEM, PEM in one line, bare base64 or a file, in either format of private keys', () => {
  const file = join(folder, 'key.pem')
  writeFileSync(file, privatePem)
  const pkcs1 = String(pair.privateKey.export({ type: 'pkcs1', format: 'pem' }))
  for (const key of [privatePem, privatePem.replaceAll('\n', '\\n'), bare(privatePem), bare(pkcs1), pkcs1, file])
    expect(keysOf({ ...ALIPAY, ALIPAY_PRIVATE_KEY: key })).toEqual(['alipay'])
})

test('a key that cannot be read, or is the wrong half, ends the start and names its setting', () => {
  const wrong: [string, string, string][] = [
    ['WECHATPAY_PRIVATE_KEY', '/no/such/file.pem', 'ENOENT'],
    ['WECHATPAY_PRIVATE_KEY', publicPem, 'not a readable key'],
    ['WECHATPAY_PUBLIC_KEY', privatePem, 'private key'],
    ['WECHATPAY_PUBLIC_KEY', 'nonsense', 'not a readable key'],
    ['WECHATPAY_PLATFORM_CERTIFICATE', publicPem, 'certificate in PEM'],
  ]
  for (const [name, value, fault] of wrong) {
    const open = () => requireChannels(readConfig({ ...SITE, ...WECHATPAY, [name]: value }), clock)
    expect(open).toThrow(ConfigError)
    expect(open).toThrow(new RegExp(`${name}.*${fault}`))
  }
})

/** Self-signed, made for this test; nobody has its private key. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUcTLXKgPpPN34wDu9Hzfu3wAAAAAwDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPVGVucGF5LmNvbSB0ZXN0MCAXDTI2MTEyMjEzNDMyMVoY
DzIxMjYxMDI5MTM0MzIxWjAaMRgwFgYDVQQDDA9UZW5wYXkuY29tIHRlc3QwggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCoZpa2PX0G6ij58oTgPZJaEj15
kKfTU4vc6GJkrM8VWQx1baDsvkQtZZoMTbW99qrdUnGBFB2gzfyujHReyFoc4wbd
v/EoZMXxO5bTl8zsDKnZv57sBtfddvh+joVovu/fGABiS/v3SAvUUUrfHOkhmDEg
tNOFRVLc2nP00iJ8cCvjbJAzv09BRRM/WNVY85WRWYIQJVxmdLOOVgwBOun4KhlN
G7FkF32LlF5wA1E8YyQjMqT1963aaQQKK6ySotIH6O9Ad8ikXcQ6tCQwtwCsgajF
eCsCuxYMH8gJs/3Qc5SAP4UuG4nb8Ll2KR8CRBq0OsKxZkAdGRNjHgKMwxaRAgMB
AAGjUzBRMB0GA1UdDgQWBBQJbo7A8BNmiLZc6dUcjf7WJSla3DAfBgNVHSMEGDAW
gBQJbo7A8BNmiLZc6dUcjf7WJSla3DAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQB94vsoZJMuaCNCTxfMtoMe6/XvL5i24XZBh8UA3y9nDRyxY354
iizdVtjNVqcDQLfcJGLVxV4U+J9rEUm/E1IORY9u3R33EeZLP7vvyqkhcIC1c/3c
Eb7I2hJD7yhUkBdCmLtr4+mrvP7Ixkeef58E6Te6NqV/9MJIdtQinIvYsZPfj3XN
f2+uEaXP06wn/8P1erpi3JeIQ1efN74M82oTyxa5sjjJiPBbRjooCAEYyHdU6jBR
MtKlZ4fkULeEoTqVhKTMypmhMAnEvAcW3VBiQjShbN/g8QzMFdBdCX0TYIzBFABD
LwTyxvM/RJGSW/2qFVGhl56nufmtXDjoLlGW
-----END CERTIFICATE-----`

test('platform certificates are known by their serial number as WeChat Pay writes it, several in one text', () => {
  const [first, second] = certificateKeysOf(`${CERTIFICATE}\n${CERTIFICATE}`, 'WECHATPAY_PLATFORM_CERTIFICATE')
  expect(first?.[0]).toBe('7132D72A03E93CDDF8C03BBD1F37EEDF00000000')
  expect([second?.[0], first?.[1].asymmetricKeyType]).toEqual([first?.[0], 'rsa'])
  const { WECHATPAY_PUBLIC_KEY: _, WECHATPAY_PUBLIC_KEY_ID: __, ...rest } = WECHATPAY
  expect(keysOf({ ...rest, WECHATPAY_PLATFORM_CERTIFICATE: CERTIFICATE.replaceAll('\n', '\\n') })).toEqual([
    'wechatpay',
  ])
})
