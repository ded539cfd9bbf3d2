import type { LookAround } from '../../core/health/actions.ts'
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
  return found
}
