import { minuteText } from '../../ui/text/day-text.ts'

/** `03-05 10:00–12:00`, from times as calls answer them. */
export function spanOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  return `${minuteText(startsAt)}–${endsAt.slice(11, 16)}`
}
