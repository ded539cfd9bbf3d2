import type { LookAround } from '../../core/health/actions.ts'
import { asTyped } from '../../platform/typed-command.ts'
import { hostChecks, installationChecks } from '../doctor/checks.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'

/** The checks of the command `doctor`, without those that go through every file. */
export const lookAround: LookAround = async (ctx) => {
  const found: Finding[] = []
  const take = (_check: string, findings: Finding[]) => void found.push(...findings)
  const host = { config: ctx.config, env: process.env, clock: ctx.clock }
  await examine(hostChecks, host, take)
  await examine(installationChecks, { ...host, ctx }, take)
  // The page and the mail of an alarm are read by people of the server, which may have no npm.
  return found.map((each) => ({ ...each, seen: asTyped(each.seen), todo: asTyped(each.todo) }))
}
