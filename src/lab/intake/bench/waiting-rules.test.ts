import { describe, expect, it } from 'vitest'
import { actText, afterFault, nextOf, ownOf, type Waiting, waitsBehind } from './waiting-rules.ts'

const one = (key: string, sampleNo: string, more: Partial<Waiting> = {}): Waiting => ({
  key,
  sampleNo,
  staffId: 1,
  doneAt: '2026-11-26T02:00:00Z',
  act: { kind: 'move', shelf: 'A-01' },
  ...more,
})

describe('work that waits at the bench', () => {
  it('is sent in the order in which it was done', () => {
    expect(nextOf([one('a', 'S1'), one('b', 'S2')], 1)?.key).toBe('a')
    expect(nextOf([], 1)).toBeUndefined()
  })

  it('stops for a sample behind a refusal, and goes on for other samples', () => {
    const all = [one('a', 'S1', { refusal: '已收样' }), one('b', 'S1'), one('c', 'S2')]
    expect(nextOf(all, 1)?.key).toBe('c')
    expect(all.map((each) => waitsBehind(all, each))).toEqual([false, true, false])
    expect(nextOf(all.slice(0, 2), 1)).toBeUndefined()
  })

  it('of a colleague at the same phone is neither shown nor sent, and stops nothing', () => {
    const all = [one('a', 'S1', { staffId: 2, refusal: '已收样' }), one('b', 'S1')]
    expect(ownOf(all, 1).map(({ key }) => key)).toEqual(['b'])
    expect(nextOf(all, 1)?.key).toBe('b')
    expect(nextOf(all, 3)).toBeUndefined()
  })

  it('stays when there was no answer, the session ended or the server is busy; a refusal is shown', () => {
    const faults = [
      ['network', 0],
      ['notSignedIn', 401],
      ['tooMany', 429],
      ['unknown', 503],
    ] as const
    for (const [error, status] of faults) expect(afterFault({ error, status }), error).toBe('later')
    expect(afterFault({ error: 'sampleStage', status: 409 })).toBe('refused')
    expect(afterFault({ error: 'invalid', status: 400 })).toBe('refused')
  })

  it('says what was meant', () => {
    expect(actText({ kind: 'receive', condition: '完好', shelf: 'A-01', weightMg: 12 })).toBe('收样：A-01，完好，12 mg')
    expect(actText({ kind: 'receive', condition: '受潮', shelf: 'A-01' })).toBe('收样：A-01，受潮')
    expect(actText({ kind: 'startTesting', orderNo: 'MX1' })).toBe('订单 MX1 开始检测')
  })
})
