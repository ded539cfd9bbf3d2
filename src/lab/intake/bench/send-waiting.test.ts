import { describe, expect, it } from 'vitest'
import { ApiError, type send } from '../../../platform/client/transport.ts'
import { staffOrderDetail, staffOrderStartTesting } from '../../orders/staff/staff-contract.ts'
import { sendWaiting } from './send-waiting.ts'

const refused = new ApiError('订单已在检测中', 'staleStage', 409)
const start = {
  key: 'key',
  staffId: 7,
  sampleNo: 'MX2611270000101',
  doneAt: '2026-11-27T02:00:00Z',
  act: { kind: 'startTesting', orderNo: 'MX26112700001' },
} as const

/** The server has the order at this stage, assigned to this person, and refuses to start it. */
function serverHas(order: { stage: string; assignedTo: number }, refusal: unknown = refused): typeof send {
  return async (call) => {
    if (call.name === staffOrderStartTesting.name) throw refusal
    expect(call.name).toBe(staffOrderDetail.name)
    return order as never
  }
}

describe('a start of testing that is sent again', () => {
  it('is done when the first attempt arrived and its answer was lost', async () => {
    const server = serverHas({ stage: 'testing', assignedTo: 7 })
    await expect(sendWaiting(start, server)).resolves.toBeUndefined()
  })

  it('is refused when a colleague tests the order, or when it is at another stage', async () => {
    await expect(sendWaiting(start, serverHas({ stage: 'testing', assignedTo: 8 }))).rejects.toBe(refused)
    await expect(sendWaiting(start, serverHas({ stage: 'on_hold', assignedTo: 7 }))).rejects.toBe(refused)
  })

  it('waits as before without an answer', async () => {
    const lost = new ApiError('网络连接失败，请检查网络后重试', 'network', 0)
    await expect(sendWaiting(start, serverHas({ stage: 'testing', assignedTo: 7 }, lost))).rejects.toBe(lost)
  })
})
