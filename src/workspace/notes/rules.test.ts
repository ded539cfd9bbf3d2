import { describe, expect, it } from 'vitest'
import { isOverdue, mentionAt, mentionsIn, noteExcerpt, snoozedTo } from './rules.ts'

describe('mentions', () => {
  it('begin with an @ at the start of a word', () => {
    expect(mentionAt('@', 1)).toEqual({ typed: '', at: 0 })
    expect(mentionAt('请 @张', 4)).toEqual({ typed: '张', at: 2 })
    expect(mentionAt('请，@张三 看', 5)).toEqual({ typed: '张三', at: 2 })
    expect(mentionAt('a@b.cn', 6)).toBeUndefined()
    expect(mentionAt('@张三 ', 4)).toBeUndefined()
  })

  it('count while the name stands in the text', () => {
    const people = [{ name: '张三' }, { name: '李四' }]
    expect(mentionsIn('请 @张三 看', people)).toEqual([{ name: '张三' }])
  })
})

it('shortens a note to one line of 40 characters', () => {
  expect(noteExcerpt('一\n二')).toBe('一 二')
  expect(noteExcerpt('字'.repeat(41))).toBe(`${'字'.repeat(40)}…`)
})

it('snoozes an overdue todo from now, another from its due time', () => {
  const now = new Date('2026-03-02T08:00:00Z')
  expect(snoozedTo('hour', new Date('2026-03-01T08:00:00Z'), now)).toEqual(new Date('2026-03-02T09:00:00Z'))
  expect(snoozedTo('tomorrow', new Date('2026-03-02T10:00:00Z'), now)).toEqual(new Date('2026-03-03T10:00:00Z'))
  expect(isOverdue({ dueAt: new Date('2026-03-01T08:00:00Z'), doneAt: null }, now)).toBe(true)
  expect(isOverdue({ dueAt: new Date('2026-03-01T08:00:00Z'), doneAt: now }, now)).toBe(false)
})
