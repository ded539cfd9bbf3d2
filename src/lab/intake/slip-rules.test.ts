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
    expect(slipFault([good, { sampleNo: 'B', mark: 'flawed', note: '' }])).toContain('B')
    expect(slipFault([{ sampleNo: 'B', mark: 'refused', note: '' }])).toContain('拒收原因')
    expect(slipFault([good, good])).toContain('重复')
  })

  it('know which samples are open', () => {
    expect(openOnSlip('pending', 'park')).toBe(true)
    expect(openOnSlip('parked', 'park')).toBe(false)
    expect(openOnSlip('parked', 'receive')).toBe(true)
    expect(openOnSlip('received', 'receive')).toBe(false)
    expect(openOnSlip('pending', undefined)).toBe(false)
  })
})
