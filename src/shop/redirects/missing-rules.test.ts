import { expect, it } from 'vitest'
import { missingPath } from './missing-rules.ts'

const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const noted = (address: string, agent = browser) => missingPath(address, agent)

it('notes the path of a page that somebody looked for, without query and closing slash', () => {
  expect(noted('/product/xrd.html?from=a&phone=13800000000')).toBe('/product/xrd.html')
  expect(noted('/old.php')).toBe('/old.php')
  expect(noted('/detail/99999/')).toBe('/detail/99999')
  expect(noted('/%E4%BB%AA%E5%99%A8')).toBe('/仪器')
})

it('leaves out robots, scanners and the product’s own areas', () => {
  expect(noted('/a', 'Mozilla/5.0 (compatible; bingbot/2.0)')).toBeUndefined()
  for (const agent of ['', 'curl/8', 'python-requests/2']) expect(noted('/a', agent)).toBeUndefined()
  for (const probe of [
    '/wp-login.php',
    '/.env',
    '/.git/config',
    '/backup.zip',
    '/a/../../etc/passwd',
    '/phpMyAdmin/index.php',
    '/favicon.png',
    '/console/x',
    '/api/x',
    '/',
    '/<script>',
    "/a'or'1",
    `/${'a'.repeat(400)}`,
    '/%',
    '/a%00b',
    '/a/b/c/d/e/f/g/h/i',
  ])
    expect([probe, noted(probe)]).toEqual([probe, undefined])
})

it('keeps nothing that could say something about a person', () => {
  for (const address of [
    '/user/13800000001',
    '/u/li@example.com',
    '/reset/9f8e7d6c5b4a39281706f5e4',
    '/plan/abc',
    '/verify/MX-2026',
    '/invited/AB12CD',
    '/search/names',
  ])
    expect([address, noted(address)]).toEqual([address, undefined])
})
