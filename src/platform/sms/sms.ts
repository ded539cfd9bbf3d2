import type { Ctx } from '../http/ctx.ts'
import { appendLocally, type OutsideMessage } from '../local-outbox.ts'

/**
 * The port for text messages: Aliyun when its keys are configured, the local outbox otherwise. Throws when it could not be sent,
 * SmsLimitReached when the provider holds it back for a while, SmsUnanswered when it may have been sent.
 */
export async function sendSms(ctx: Pick<Ctx, 'clock' | 'config'>, message: OutsideMessage): Promise<void> {
  if (!ctx.config.ALIYUN_ACCESS_KEY_ID) return appendLocally(ctx, 'sms', message)
  // Loaded with the first message: the provider's library is large, and most starts of the embedded product never send one.
  const { sendByAliyun } = await import('./aliyun-sms.ts')
  await sendByAliyun(ctx.config, message)
}
