import type { Ctx } from '../http/ctx.ts'
import { appendLocally, type OutsideMessage } from '../local-outbox.ts'

/**
 * Sends an SMS: with Aliyun when its keys are configured, otherwise to the local outbox. Throws when sending failed: SmsLimitReached
 * when the provider's limit is reached, SmsUnanswered when the message may have been sent.
 */
export async function sendSms(ctx: Pick<Ctx, 'clock' | 'config'>, message: OutsideMessage): Promise<void> {
  if (!ctx.config.ALIYUN_ACCESS_KEY_ID) return appendLocally(ctx, 'sms', message)
  // Loaded with the first message, because the provider's library is large and most installations with the embedded database never send one.
  const { sendByAliyun } = await import('./aliyun-sms.ts')
  await sendByAliyun(ctx.config, message)
}
