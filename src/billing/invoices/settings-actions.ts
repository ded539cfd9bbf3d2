import { changeSetting, readSetting } from '../../core/settings/actions.ts'
import type { SettingValue } from '../../core/settings/rules.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, inTx, type Staff } from '../../platform/http/ctx.ts'

/** Applies to invoices that are approved afterwards. */
export async function saveInvoicing(ctx: Ctx<Staff>, value: SettingValue<'invoicing'>): Promise<void> {
  await inTx(ctx, async (inner) => {
    const before = await readSetting(inner, 'invoicing')
    await changeSetting(inner, 'invoicing', value)
    await recordAudit(inner, { action: 'invoice.settings', subject: 'setting:invoicing', before, after: value })
  })
}
