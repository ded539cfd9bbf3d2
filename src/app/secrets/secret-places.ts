import { forgetLostStaffFactor } from '../../core/staff/manage-actions.ts'
import { staffSecrets } from '../../core/staff/second-factor/second-factor-store.ts'
import { forgetLostFactor } from '../../people/customers/second-factor/second-factor-actions.ts'
import { customerSecrets } from '../../people/customers/second-factor/second-factor-store.ts'
import type { ForgettablePlace } from '../../platform/auth/secret-rows.ts'
import { forgetServerKey, serverSecrets } from '../../platform/auth/server-keys.ts'
import { forgetLostSecret } from '../../workspace/webhooks/actions.ts'
import { webhookSecrets } from '../../workspace/webhooks/store.ts'

/** Every column with a secret that the server reads again. */
export const secretPlaces: readonly ForgettablePlace[] = [
  {
    ...staffSecrets,
    label: '员工的验证器',
    forget: (ctx, id, reason) => forgetLostStaffFactor(ctx, Number(id), reason),
  },
  {
    ...customerSecrets,
    label: '客户的验证器',
    forget: (ctx, id, reason) => forgetLostFactor(ctx, Number(id), reason),
  },
  { ...webhookSecrets, label: 'Webhook', forget: (ctx, id, reason) => forgetLostSecret(ctx, Number(id), reason) },
  { ...serverSecrets, label: '服务器密钥', forget: (ctx, name) => forgetServerKey(ctx, name) },
]
