import { describe, expect, it } from 'vitest'
import type { Lifecycle } from '../../platform/lifecycle/lifecycle.ts'
import { reservationLifecycle } from '../bookings/rules.ts'
import { sampleLifecycle } from '../samples/rules.ts'
import { orderLifecycle, orderTabKeys, orderTabs, startStage } from './rules.ts'

/** Stages reachable from the given ones. */
function reachable(lifecycle: Lifecycle, starts: string[]): Set<string> {
  const seen = new Set(starts)
  for (let grown = true; grown;) {
    grown = false
    for (const { from, to } of Object.values(lifecycle.transitions)) {
      if (!seen.has(to) && from.some((stage) => seen.has(stage))) {
        seen.add(to)
        grown = true
      }
    }
  }
  return seen
}

const finals = (lifecycle: Lifecycle) =>
  Object.keys(lifecycle.stages).filter(
    (stage) => !Object.values(lifecycle.transitions).some((transition) => transition.from.includes(stage)),
  )

const graphs: [string, Lifecycle, string[], string[]][] = [
  ['order', orderLifecycle, ['group_review', 'review', 'quoting', 'prepay'], ['cancelled', 'closed', 'rejected']],
  ['sample', sampleLifecycle, ['pending'], ['consumed', 'destroyed', 'returned']],
  ['reservation', reservationLifecycle, ['requested'], ['cancelled', 'finished', 'missed']],
]

describe.each(graphs)('the lifecycle of the %s', (_name, lifecycle, starts, expectedFinals) => {
  it('reaches every stage from the first stages', () => {
    expect([...reachable(lifecycle, starts)].sort()).toEqual(Object.keys(lifecycle.stages).sort())
  })

  it('ends in exactly its final stages, and every stage can reach one', () => {
    expect(finals(lifecycle).sort()).toEqual(expectedFinals)
    for (const stage of Object.keys(lifecycle.stages)) {
      expect(expectedFinals.some((final) => reachable(lifecycle, [stage]).has(final))).toBe(true)
    }
  })

  it('names declared stages only, and only a revised quote keeps its stage', () => {
    for (const [action, { from, to }] of Object.entries(lifecycle.transitions)) {
      expect(lifecycle.stages).toHaveProperty(to)
      if (action !== 'reviseQuote') expect(from).not.toContain(to)
      expect(from.length).toBeGreaterThan(0)
      for (const stage of from) expect(lifecycle.stages).toHaveProperty(stage)
    }
  })
})

describe('the first stage of an order', () => {
  it('[M-20] institute is reviewed, enterprise gets a quote, an individual prepays', () => {
    expect([startStage('institute', 1), startStage('enterprise', 1), startStage('individual', 1)]).toEqual([
      'review',
      'quoting',
      'prepay',
    ])
    expect([startStage('institute', null), startStage('individual', null)]).toEqual(['quoting', 'quoting'])
  })

  it('with nothing left to prepay, an individual sends the samples at once, and nobody else skips a step', () => {
    expect([startStage('institute', 0), startStage('enterprise', 0), startStage('individual', 0)]).toEqual([
      'review',
      'quoting',
      'awaiting_sample',
    ])
  })

  it('every stage is in exactly one tab besides 全部', () => {
    const tabbed = orderTabKeys.filter((key) => key !== 'all').flatMap((key) => [...orderTabs[key].stages] as string[])
    expect(tabbed.sort()).toEqual(Object.keys(orderLifecycle.stages).sort())
  })
})
