import { describe, expect, it } from 'vitest'
import { type Finding, keptFindings, newErrors } from './rules.ts'

const first = new Date('2026-03-02T02:00:00Z')
const later = new Date('2026-03-02T03:00:00Z')
const finding = (name: string, level: Finding['level']): Finding => ({ name, level, seen: name, todo: '' })

describe('findings about the system', () => {
  it('are listed worst first', () => {
    const found = [finding('a', 'ok'), finding('b', 'warning'), finding('c', 'error'), finding('d', 'ok')]
    expect(keptFindings(found, [], first).map(({ name }) => name)).toEqual(['c', 'b', 'a', 'd'])
  })

  it('keep the time since which they are so, until their level changes', () => {
    const before = keptFindings([finding('disk', 'warning'), finding('clock', 'ok')], [], first)
    const now = keptFindings([finding('disk', 'warning'), finding('clock', 'error')], before, later)
    expect(now.map(({ name, since }) => [name, since])).toEqual([
      ['clock', later],
      ['disk', first],
    ])
  })

  it('are an alarm only when they were no error before', () => {
    const before = [finding('disk', 'error'), finding('clock', 'warning')]
    const found = [finding('disk', 'error'), finding('clock', 'error'), finding('proxy', 'warning')]
    expect(newErrors(found, before).map(({ name }) => name)).toEqual(['clock'])
  })
})
