import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../app/testing/test-app.ts'
import { access } from '../../../web/access.ts'
import { addHealth, createHealthServer } from '../readiness.ts'
import { createServer } from '../server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('the figures of the process', () => {
  it.each([
    ['this machine', '127.0.0.1', {}, 200],
    ['a network of the operator', '10.4.0.9', {}, 200],
    ['the same by IPv6', 'fd00::9', {}, 200],
    ['a public address', '8.8.8.8', {}, 404],
    ['a public address on a socket of IPv6', '::ffff:8.8.8.8', {}, 404],
    ['a proxy of this machine that forgot to refuse them', '127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }, 404],
    ['a visitor who says to be inside', '8.8.8.8', { 'x-forwarded-for': '10.4.0.9' }, 404],
  ])('[V13.4.5] %s gets them on the port of visitors or not: %s', async (_who, remoteAddress, headers, status) => {
    const server = await createServer(app.services, access, [])
    addHealth(server, app.services, app.db, { accepting: true })
    const answer = await server.inject({ url: '/metrics', remoteAddress, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.body.includes('mingxi_jobs')).toBe(status === 200)
    expect((await server.inject({ url: '/readyz', remoteAddress, headers })).statusCode).toBe(200)
    await server.close()
  })

  it('[V13.4.5] a port that the operator opens for monitoring answers whoever reaches it', async () => {
    const server = createHealthServer(app.services, app.db, { accepting: true })
    expect((await server.inject({ url: '/metrics', remoteAddress: '8.8.8.8' })).statusCode).toBe(200)
    await server.close()
  })
})
