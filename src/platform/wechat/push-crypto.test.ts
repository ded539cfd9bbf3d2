import { expect, test } from 'vitest'
import { decryptPush, encryptPush, pushSignature, sameSignature } from './push-crypto.ts'
import { readFlatXml, writeFlatXml } from './push-xml.ts'

const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

test("computes the signature of WeChat's published example", () => {
  expect(pushSignature('AAAAA', '1714036504', '1514711492')).toBe('f464b24fc39322e44b38aa78f5edd27bd1441696')
})

test('signatures are compared in full', () => {
  const right = pushSignature('t', '1', '2')
  expect(sameSignature(right, right)).toBe(true)
  expect(sameSignature(`${right.slice(0, -1)}0`, right) && sameSignature(`${right.slice(0, -1)}1`, right)).toBe(false)
  expect(sameSignature('', right)).toBe(false)
})

test('messages of any length are decrypted to the same text and appid', () => {
  for (const length of [0, 1, 11, 12, 13, 31, 32, 33, 500]) {
    const message = '测'.repeat(length)
    expect(decryptPush(KEY, encryptPush(KEY, message, 'wx1234'))).toEqual({ message, appid: 'wx1234' })
  }
})

test('a wrong key, truncated text and garbage give undefined and never throw', () => {
  const sealed = encryptPush(KEY, '<xml></xml>', 'wx1234')
  expect(decryptPush(KEY.replace('a', 'b'), sealed)?.appid).not.toBe('wx1234')
  expect(decryptPush(KEY, sealed.slice(0, 20))).toBeUndefined()
  expect(decryptPush(KEY, 'not base64 at all')).toBeUndefined()
  expect(decryptPush(KEY, '')).toBeUndefined()
})

test('flat XML is read with CDATA and entities; document types and nested elements are ignored', () => {
  expect(readFlatXml('<xml><A><![CDATA[a<b]]></A><B>1 &amp; 2</B></xml>')).toEqual({ A: 'a<b', B: '1 & 2' })
  expect(readFlatXml('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><A>&e;</A></xml>')).toEqual({})
  expect(readFlatXml('not xml')).toEqual({})
  expect(readFlatXml('<xml><__proto__>x</__proto__></xml>')).toEqual({})
})

test('text that contains ]]> is split into two CDATA sections', () => {
  expect(writeFlatXml({ CreateTime: 5 })).toBe('<xml><CreateTime>5</CreateTime></xml>')
  expect(writeFlatXml({ Content: 'a]]>b' })).toBe('<xml><Content><![CDATA[a]]]]><![CDATA[>b]]></Content></xml>')
})
