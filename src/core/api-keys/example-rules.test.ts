import { describe, expect, it } from 'vitest'
import { curlOf, exampleOf } from './example-rules.ts'

describe('an example of a call', () => {
  it('has what is required and the page of a list, and no more', () => {
    const schema = {
      type: 'object',
      required: ['orderNo', 'ids', 'agreed', 'way'],
      properties: {
        orderNo: { type: 'string' },
        ids: { type: 'array', minItems: 1, items: { type: 'integer', exclusiveMinimum: 0 } },
        agreed: { type: 'boolean' },
        way: { enum: ['post', 'call'] },
        kw: { type: 'string', default: '' },
        note: { type: 'string' },
        page: { type: 'integer', default: 1 },
        size: { type: 'integer', default: 20 },
      },
    }
    expect(exampleOf(schema)).toEqual({ orderNo: '', ids: [1], agreed: false, way: 'post', page: 1, size: 20 })
  })

  it('is a command whose quotes hold', () => {
    expect(curlOf('https://lab.example/api/auth/order/add', 'mx_live_…', `{"remark":"it's"}`, true)).toBe(
      `curl https://lab.example/api/auth/order/add \\
  -H "Authorization: Bearer mx_live_…" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"remark":"it'\\''s"}'`,
    )
  })
})
