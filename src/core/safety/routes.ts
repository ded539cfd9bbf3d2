import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { readSettings, writeSettings } from '../settings/actions.ts'
import { namesOfStaff } from '../staff/actions.ts'
import { alarmRecipients } from './actions.ts'
import { safetyLimits, safetyRead, safetySeen, safetySignOutAll } from './contract.ts'
import { alarmKinds } from './rules.ts'
import { signOutAll } from './sign-out-actions.ts'
import { latestAlarms, markSeen } from './store.ts'

export const routes = [
  handle(safetyRead, async (ctx) => {
    const rows = await latestAlarms(ctx.db)
    const names = await namesOfStaff(
      ctx,
      rows.flatMap(({ seenBy }) => seenBy ?? []),
    )
    const alarms = rows.map(({ kind, raisedAt, lastAt, seenAt, seenBy, ...row }) => ({
      ...row,
      kindName: alarmKinds[kind] ?? kind,
      raisedAt: shanghaiTime(raisedAt),
      lastAt: shanghaiTime(lastAt),
      seenAt: seenAt && shanghaiTime(seenAt),
      seenBy: names.get(seenBy ?? 0) ?? '',
    }))
    const recipients = (await alarmRecipients(ctx)).length
    return { alarms, recipients, ...(await readSettings(ctx, ['smsLimits', 'personalReads'])) }
  }),
  handle(safetySeen, async (ctx, { id }) => {
    if (!(await markSeen(ctx.db, id, ctx.actor.id, ctx.clock.now()))) throw refuse(commonErrors.stageConflict)
    return {}
  }),
  handle(safetyLimits, async (ctx, limits) => {
    await writeSettings(ctx, limits)
    return {}
  }),
  handle(safetySignOutAll, (ctx, { who, reason }) => signOutAll(ctx, who, reason)),
]
