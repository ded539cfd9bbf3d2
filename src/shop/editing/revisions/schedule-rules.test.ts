import { expect, it } from 'vitest'
import { archiveText, scheduleFrom } from './schedule-rules.ts'

it('[Q-291] the time of publishing begins with tomorrow morning, or with what was scheduled before', () => {
  const evening = new Date('2026-03-02T23:30:00+08:00')
  expect(scheduleFrom(null, evening)).toBe('2026-03-03T08:00')
  expect(scheduleFrom('2026-04-01 09:30:00', evening)).toBe('2026-04-01T09:30')
})

it('[Q-327] who takes an item down is told that a scheduled version will bring it back', () => {
  expect(archiveText(2, null)).not.toContain('定于')
  expect(archiveText(2, '2026-04-01 09:30:00')).toContain('第 2 版定于 2026-04-01 09:30 发布，届时会重新上线')
})
