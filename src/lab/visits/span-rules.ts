/** `2026-03-05 10:00–12:00`, from times as calls answer them. */
export function spanOf({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string {
  return `${startsAt.slice(0, 16)}–${endsAt.slice(11, 16)}`
}
