import { addDays, shanghaiDate } from '../../../platform/time.ts'

/** What the dialog of a scheduled publication begins with: the time set so far, else tomorrow morning, before the laboratory opens. */
export function scheduleFrom(publishAt: string | null, now: Date): string {
  const at = publishAt ?? `${shanghaiDate(addDays(now, 1))} 08:00`
  return at.slice(0, 16).replace(' ', 'T')
}
