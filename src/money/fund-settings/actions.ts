import { readSettings, writeSettings } from '../../core/settings/actions.ts'
import { staffInRole, staffWhoMay } from '../../core/staff/actions.ts'
import { tellStaff } from '../../core/staff-notices/actions.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { purgeWithCommit } from '../../platform/http/cache/cache-sync.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'
import { formOf, type FundSettings, settingsOf } from './rules.ts'

const keys = ['bankAccount', 'creditLimitFen', 'secondPersonAboveFen', 'finalAmountSecondAbovePercent'] as const

export async function readFundSettings(ctx: Pick<Ctx, 'db'>): Promise<FundSettings> {
  return formOf(await readSettings(ctx, keys))
}

/** Limits apply to what is decided afterwards; credit that customers have already stays as it is. */
export function saveFundSettings(ctx: Ctx<Staff>, form: FundSettings): Promise<void> {
  return inTx(ctx, async (inner) => {
    const before = await readFundSettings(inner)
    await writeSettings(inner, settingsOf(form))
    await recordAudit(inner, { action: 'fund.settings', subject: 'setting:funds', before, after: form })
    if (before.account !== '' && before.account !== form.account) await tellOfAccount(inner)
    await purgeWithCommit(inner, ['settings'])
  })
}

/** Money that customers transfer goes to this account, so everybody who could notice a wrong one hears of the change. */
async function tellOfAccount(ctx: Ctx<Staff>): Promise<void> {
  const people = [...(await staffWhoMay(ctx, 'fund.settings')), ...(await staffInRole(ctx, 'admin'))]
  await tellStaff(ctx, {
    staffIds: people.filter((id) => id !== ctx.actor.id),
    kind: 'setting',
    title: `${ctx.actor.name} 修改了对公收款账户，请核对`,
    path: '/console/bank',
    key: `fund-account:${ctx.clock.now().getTime()}`,
  })
}
