import { expect, test } from 'vitest'
import { isPushAddress } from './push-hosts.ts'

const strict = { more: [], loopback: false }

test('only https addresses of known push services are taken', () => {
  for (const known of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])
    expect(isPushAddress(known, strict), known).toBe(true)
  for (const other of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://somebody@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example.com/abc',
    'https://evilnotify.windows.com/abc',
    'https://notify.windows.com.example.com/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'http://127.0.0.1:3000/abc',
    'file:///etc/passwd',
    'nonsense',
  ])
    expect(isPushAddress(other, strict), other).toBe(false)
})

test('the operator adds hosts, and tests this computer', () => {
  const more = ['push.example.cn', '*.push.example.com']
  expect(isPushAddress('https://push.example.cn/a', { more, loopback: false })).toBe(true)
  expect(isPushAddress('https://a.push.example.com/a', { more, loopback: false })).toBe(true)
  expect(isPushAddress('https://push.example.com/a', { more, loopback: false })).toBe(false)
  expect(isPushAddress('http://127.0.0.1:9999/a', { more: [], loopback: true })).toBe(true)
})
