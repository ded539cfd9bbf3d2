import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await testApp()
  port = Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => app.close())

/** Sends so many requests at once, the last of which ends the connection; counts the answers. */
function answersTo(count: number): Promise<number> {
  const request = (more: string) =>
    `POST /api/open/setting HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 0\r\n${more}\r\n`
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(request('').repeat(count - 1) + request('connection: close\r\n')),
    )
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.split('HTTP/1.1 200').length - 1))
  })
}

it('[Q-02] answers some requests at once on a connection, and ends one with hundreds, whose answers would fill the memory', async () => {
  expect(await answersTo(4)).toBe(4)
  expect(await answersTo(200)).toBeLessThan(5)
  expect(await answersTo(1)).toBe(1)
})
