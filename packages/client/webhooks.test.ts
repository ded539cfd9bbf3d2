import { describe, expect, it } from 'vitest'
import { headersOf } from '../../src/workspace/webhooks/deliver-actions.ts'
import { verifyWebhook } from './src/webhooks.ts'

const secret = `whsec_${btoa('a secret of twenty-four b')}`
const now = new Date('2026-03-02T02:00:00Z')
const body = JSON.stringify({
  id: 'msg_1',
  type: 'order.delivered',
  createdAt: '2026-03-02 10:00:00',
  data: { orderNo: 'MX1' },
})
const headers = headersOf({ secret, oldSecret: null, oldSecretUntil: null }, { messageId: 'msg_1', body }, now)

describe('a message of a webhook', () => {
  it('is taken when the laboratory signed it, also by the secret before the present one', async () => {
    expect(await verifyWebhook({ secret, headers, body, now })).toMatchObject({ type: 'order.delivered' })
    expect(await verifyWebhook({ secret, headers: new Headers(headers), body, now })).toMatchObject({ id: 'msg_1' })
    const rotated = headersOf(
      {
        secret: `whsec_${btoa('another secret of 24 byte')}`,
        oldSecret: secret,
        oldSecretUntil: new Date('2027-01-01'),
      },
      { messageId: 'msg_1', body },
      now,
    )
    expect(await verifyWebhook({ secret, headers: rotated, body, now })).toMatchObject({ id: 'msg_1' })
  })

  it('[T-69] is refused when it was changed, is old, or has another or no signature', async () => {
    const later = new Date(now.getTime() + 301_000)
    for (const given of [
      { body: body.replace('MX1', 'MX2') },
      { now: later },
      { secret: `whsec_${btoa('another secret of 24 byte')}` },
      { headers: { ...headers, 'webhook-signature': 'v1,???? v2,abc' } },
      { headers: { ...headers, 'webhook-id': 'msg_2' } },
      { headers: {} },
    ])
      await expect(verifyWebhook({ secret, headers, body, now, ...given })).rejects.toThrow('webhook:')
  })
})
