import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { areBrowserKeys, encryptedFor, MOST_PAYLOAD_BYTES } from './encrypt.ts'

/** The example of RFC 8291, appendix A. */
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as the published example of RFC 8291 says, byte by byte', () => {
  const body = encryptedFor(example, Buffer.from(example.text), {
    salt: bytes(example.salt),
    privateKey: bytes(example.privateKey),
  })
  expect(body.toString('base64url')).toBe(example.body)
})

test('the same message never looks the same, and the longest one fits into 4096 bytes', () => {
  const once = encryptedFor(example, Buffer.from('x'))
  expect(encryptedFor(example, Buffer.from('x')).equals(once)).toBe(false)
  expect(encryptedFor(example, Buffer.alloc(MOST_PAYLOAD_BYTES))).toHaveLength(4096)
  expect(() => encryptedFor(example, Buffer.alloc(MOST_PAYLOAD_BYTES + 1))).toThrow('too long')
})

test('keys that no message can be encrypted with are told from real ones', () => {
  expect(areBrowserKeys(example)).toBe(true)
  expect(areBrowserKeys({ ...example, auth: 'BTBZMqHH6r4Tts7J' })).toBe(false)
  const compressed = createECDH('prime256v1').generateKeys('base64url', 'compressed')
  expect(areBrowserKeys({ ...example, p256dh: compressed })).toBe(false)
  const beside = bytes(example.p256dh)
  beside[64] = (beside[64] ?? 0) ^ 1
  expect(areBrowserKeys({ ...example, p256dh: beside.toString('base64url') })).toBe(false)
})
