import { periodic } from '../../platform/jobs/periodic.ts'
import { addDays } from '../../platform/time.ts'
import { sweepCodes } from './codes/code-store.ts'
import { sweepWechat } from './wechat/wechat-store.ts'

/** Limits look back one day, and a WeChat sign-in can be undone for one day; a week leaves time to investigate misuse. */
const KEPT_DAYS = 7

export const periodicWork = [
  periodic('accounts.sweep-codes', 24, (ctx) => sweepCodes(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
  periodic('accounts.sweep-wechat', 24, (ctx) => sweepWechat(ctx.db, addDays(ctx.clock.now(), -KEPT_DAYS))),
]
