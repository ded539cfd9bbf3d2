import { addDays, shanghaiDate } from '../../../platform/time.ts'

/** What the dialog of a scheduled publication begins with: the time set so far, else tomorrow morning, before the laboratory opens. */
export function scheduleFrom(publishAt: string | null, now: Date): string {
  const at = publishAt ?? `${shanghaiDate(addDays(now, 1))} 08:00`
  return at.slice(0, 16).replace(' ', 'T')
}

/** What is said before an item is taken down. A scheduled version would bring it back without anybody noticing. */
export function archiveText(version: number, publishAt: string | null): string {
  const kept = '访客将看不到它；内容与历史都保留，可以重新上线。'
  return publishAt === null
    ? kept
    : `${kept}第 ${version} 版定于 ${publishAt.slice(0, 16)} 发布，届时会重新上线；不需要时请先取消定时发布。`
}
