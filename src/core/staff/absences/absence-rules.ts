export interface Absence {
  id: number
  staffId: number
  deputyId: number | null
  /** Days of Asia/Shanghai as `yyyy-mm-dd`, both included. */
  firstDay: string
  lastDay: string
}

/** How far ahead an absence may be entered. */
export const ABSENCE_MOST_DAYS = 366

/**
 * Who does the work of a person on a day when these absences hold: the person when present, else the deputy, or the deputy of an absent
 * deputy. Undefined when nobody stands in.
 */
export function whoWorks(staffId: number, today: readonly Absence[]): number | undefined {
  const seen = new Set<number>()
  for (let id = staffId; !seen.has(id);) {
    seen.add(id)
    const away = today.find((absence) => absence.staffId === id)
    if (!away) return id
    if (away.deputyId === null) return undefined
    id = away.deputyId
  }
  // Two who name each other are both away.
  return undefined
}

/**
 * The first of these days on which nobody of the role would be present. `others` are the ids of the person's active colleagues of the same
 * role, `absences` those entered so far.
 */
export function firstDayWithoutAnyone(
  others: readonly number[],
  absences: readonly Pick<Absence, 'staffId' | 'firstDay' | 'lastDay'>[],
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): string | undefined {
  // Who is present changes only on the first day, and on days on which a colleague's absence begins.
  const days = [firstDay, ...absences.map((absence) => absence.firstDay)].toSorted()
  const isAway = (id: number, day: string) =>
    absences.some((absence) => absence.staffId === id && absence.firstDay <= day && day <= absence.lastDay)
  return days.find((day) => day >= firstDay && day <= lastDay && others.every((id) => isAway(id, day)))
}

/** The people whose work this person does today, the person not included. */
export function standsInFor(staffId: number, today: readonly Absence[]): number[] {
  return today.filter((absence) => whoWorks(absence.staffId, today) === staffId).map((absence) => absence.staffId)
}
