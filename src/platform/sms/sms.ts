import type { Ctx } from '../http/ctx.ts'
import { appendLocally, type OutsideMessage } from '../local-outbox.ts'

/** The port for text messages. No provider is wired in yet: every message goes to the local outbox. Throws when it could not be sent. */
export async function sendSms(ctx: Pick<Ctx, 'clock' | 'config'>, message: OutsideMessage): Promise<void> {
  await appendLocally(ctx, 'sms', message)
}
