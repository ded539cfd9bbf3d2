import { describe, expect, it } from 'vitest'
import { isSlipNumber, openOnSlip, slipFault } from './slip-rules.ts'

describe('rules of the packing slip', () => {
  it('tell its number from that of a sample', () => {
    expect(['MX26112300001', ' mx26112300001', 'MX2611230000101', 'SF26112300001'].map(isSlipNumber)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('ask for words with each exception, and name a sample once', () => {
    const good = { sampleNo: 'A', mark: 'good' as const, note: '' }
    expect(slipFault([good, { sampleNo: 'B', mark: 'flawed', note: '受潮' }])).toBeUndefined()
    expect(slipFault([good, { sampleNo: 'B', mark: 'flawed', note: '' }])?.text).toContain('B')
    expect(slipFault([{ sampleNo: 'B', mark: 'refused', note: '' }])?.text).toContain('拒收原因')
    expect(slipFault([good, good])?.text).toContain('重复')
  })

  it('[Q-55] name the sample and the cell of a fault, also of a weight that cannot be', () => {
    const weighing = (weightMg: number | undefined) =>
      slipFault([
        { sampleNo: 'A', mark: 'good', note: '', weightMg: 12 },
        { sampleNo: 'B', mark: 'good', note: '', weightMg },
      ])
    for (const wrong of [-1, 0, 1.5, Number.NaN, 10_000_001])
      expect(weighing(wrong)).toMatchObject({
        sampleNo: 'B',
        field: 'weightMg',
        text: expect.stringMatching(/^样品 B：重量/),
      })
    expect(weighing(-1)?.text).toBe('样品 B：重量不能为负')
    expect([weighing(undefined), weighing(1), weighing(10_000_000)]).toEqual([undefined, undefined, undefined])
    const unsaid = { sampleNo: 'B', mark: 'flawed' as const, note: '' }
    expect(slipFault([unsaid])).toEqual({ sampleNo: 'B', field: 'note', text: '请填写样品 B 的异常说明' })
  })

  it('know which samples are open', () => {
    expect(openOnSlip('pending', 'park')).toBe(true)
    expect(openOnSlip('parked', 'park')).toBe(false)
    expect(openOnSlip('parked', 'receive')).toBe(true)
    expect(openOnSlip('received', 'receive')).toBe(false)
    expect(openOnSlip('pending', undefined)).toBe(false)
  })
})
