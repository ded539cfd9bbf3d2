import type { LookAround } from '../ground/health/actions.ts'
import { examine } from './doctor/examine.ts'
import { hostChecks, installationChecks } from './doctor/checks.ts'

/** The checks of the command `doctor`, without those that read every file. */
export const lookAround: LookAround = async (ctx) => {
  throw new Error('to be joined with the checks')
}
