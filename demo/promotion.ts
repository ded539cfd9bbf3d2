import { agreementVersion } from '../src/core/agreements/agreement-actions.ts'
import { readSetting } from '../src/core/settings/actions.ts'
import { staffIdOf } from '../src/core/staff/actions.ts'
import { applyToPromote, approvePromoter } from '../src/money/promotion/actions.ts'
import { customerIdOf } from '../src/people/customers/actions.ts'
import type { Ctx } from '../src/platform/http/ctx.ts'

/** The demo student who manages the professor's group; a promoter must have a complete profile. */
const PROMOTER = '13800000005'

/** A promoter who applied and was approved. Joins the transaction that writes the people of the demo. */
export async function seedPromoter(ctx: Ctx): Promise<void> {
  const customerId = await customerIdOf(ctx, PROMOTER)
  const staffId = await staffIdOf(ctx, 'manager@demo')
  if (customerId === undefined || staffId === undefined || (await readSetting(ctx, 'rebateRules')).length === 0) return
  const { id } = await applyToPromote(
    { ...ctx, actor: { kind: 'customer', id: customerId, sessionId: 0 } },
    { plan: '向本院其他课题组介绍送样流程。', agreementVersion: await agreementVersion(ctx, 'promotion') },
  )
  const manager = {
    kind: 'staff',
    id: staffId,
    role: 'manager',
    actions: null,
    name: 'manager@demo',
    sessionId: 0,
  } as const
  await approvePromoter({ ...ctx, actor: manager }, { id, version: 1 })
}
