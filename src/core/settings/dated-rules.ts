/** A rule of business with the first day (Shanghai) on which it is in force, until the next one begins. */
export interface Dated {
  from: string
}

/** The rule in force on a day; undefined before the first one. */
export function ruleAt<R extends Dated>(rules: readonly R[], day: string): R | undefined {
  return sorted(rules).findLast(({ from }) => from <= day)
}

/** The rules that begin after a day, the next one first. */
export function rulesAfter<R extends Dated>(rules: readonly R[], day: string): R[] {
  return sorted(rules).filter(({ from }) => from > day)
}

/** Whether a rule may begin on this day: the past is not changed, and a rule that is in force is not replaced. The first rule may begin today. */
export function mayBegin(rules: readonly Dated[], from: string, today: string): boolean {
  return from > today || (from === today && ruleAt(rules, today) === undefined)
}

/** The rules with this one, which replaces one that begins on the same day. */
export function withRule<R extends Dated>(rules: readonly R[], rule: R): R[] {
  return sorted([...rules.filter(({ from }) => from !== rule.from), rule])
}

function sorted<R extends Dated>(rules: readonly R[]): R[] {
  return rules.toSorted((a, b) => (a.from < b.from ? -1 : 1))
}
