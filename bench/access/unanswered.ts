/** Pairs of a call and a role that may make it which nobody can answer here, and why. One that is not written down is a finding. */
const REASONS: readonly [calls: RegExp, roles: string, why: string][] = []

export function whyUnanswered(call: string, role: string): string | undefined {
  return REASONS.find(([calls, roles]) => calls.test(call) && (roles === '' || roles.split(' ').includes(role)))?.[2]
}
