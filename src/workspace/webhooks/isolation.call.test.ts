import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { labScene } from '../../app/testing/scenes/lab-scene.ts'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../../platform/db/sql.ts'
import { webhookAdd } from './contract.ts'
import { deliverWebhooks } from './deliver-actions.ts'
import { insertMessage, takeWebhook } from './store.ts'

const HANGING = 100

let app: TestApp
let hangingUrl = ''
let healthyUrl = ''
let arrived: (text: string) => void = () => {}
const message = new Promise<string>((resolve) => (arrived = resolve))
/** Never answers. */
const hanging = createServer(() => {})
const healthy = createServer((request, response) => {
  arrived(request.headers['webhook-id'] as string)
  request.resume().on('end', () => response.writeHead(200).end())
})
const listen = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
beforeAll(async () => {
  app = await testApp({ WEBHOOK_LOOPBACK: '1' })
  hangingUrl = await listen(hanging)
  healthyUrl = await listen(healthy)
})
afterAll(async () => {
  await app.close()
  hanging.close()
  healthy.close()
})

describe('webhooks beside webhooks that fail', () => {
  it('[T-69] a hundred addresses that hang do not delay another one, and keep their messages', async () => {
    const as = await (await labScene(app)).buyer(0)
    const { id } = await app.call(webhookAdd, { url: healthyUrl, types: ['order.submitted'] }, { as })
    const failing = await app.db.rows<{ id: number }>(sql`
      insert into webhooks (customer_id, url, types, secret, state, failing_since, created_at)
      select customer_id, ${hangingUrl}, types, secret, state, ${app.clock.now()}, created_at
      from webhooks, generate_series(1, ${HANGING}) where id = ${id} returning id`)
    const now = app.clock.now()
    for (const { id: webhookId } of [...failing, { id }])
      await insertMessage(app.db, { webhookId, messageId: `m_${webhookId}`, type: 'order.submitted', body: '{}' }, now)

    const others = failing.map(({ id: webhookId }) => deliverWebhooks(app.system, webhookId))
    await deliverWebhooks(app.system, id)
    expect(await message).toBe(`m_${id}`)
    // At most two of the failing ones wait for an answer; the others gave their place back at once.
    const busy = await app.db.rows(sql`select id from webhooks where busy_until is not null`)
    expect(busy.length).toBeLessThanOrEqual(2)
    hanging.closeAllConnections()
    await Promise.all(others)
    const { count } = await app.db.one<{ count: number }>(sql`
      select count(*)::int count from webhook_deliveries where state = 'waiting' and webhook_id <> ${id}`)
    expect(count).toBe(HANGING)
  })

  it('[T-69] an address is taken by one worker at a time, and again after its time is over', async () => {
    const { id } = await app.db.one<{ id: number }>(sql`select max(id) id from webhooks`)
    const now = app.clock.now()
    const until = new Date(now.getTime() + 60_000)
    const taken = await Promise.all(Array.from({ length: 10 }, () => takeWebhook(app.db, id, now, until)))
    expect(taken.filter((row) => row !== undefined)).toHaveLength(1)
    expect(await takeWebhook(app.db, id, until, new Date(until.getTime() + 60_000))).toBeDefined()
  })
})
