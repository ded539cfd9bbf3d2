import { periodic } from '../../platform/jobs/periodic.ts'
import { addDays } from '../../platform/time.ts'
import { sweepCodes } from './code-store.ts'
import { sweepWechat } from './wechat-store.ts'

/** Limits count over a day, a sign-in by WeChat can be undone for a day; a week leaves time to look into misuse. */
const KEPT_DAYS = 7

export const periodicWork = [
  periodic('accounts.sweep-codes', 24, (ctx) => sweepCodes(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
  periodic('accounts.sweep-wechat', 24, (ctx) => sweepWechat(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
]
