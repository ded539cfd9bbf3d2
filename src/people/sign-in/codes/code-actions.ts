import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { proofDemand, spendProof } from '../../../platform/auth/proof-of-work.ts'
import { refuse } from '../../../platform/contract/refusal.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import type { OutsideMessage } from '../../../platform/local-outbox.ts'
import { sendMail } from '../../../platform/mail/mail.ts'
import { sendSms } from '../../../platform/sms/sms.ts'
import { SmsLimitReached, SmsUnanswered } from '../../../platform/sms/sms-errors.ts'
import { watchSmsBudget } from '../../../core/safety/actions.ts'
import type { SmsLimits } from '../../../core/safety/rules.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import {
  CODE_MINUTES,
  codeNeedsProof,
  codeWaitSeconds,
  FAILURE_WINDOW_MINUTES,
  MOST_FAILURES,
  waitText,
} from './code-rules.ts'
import {
  deleteCode,
  insertCode,
  latestCode,
  lockCodes,
  lockFailures,
  markCodeUsed,
  sentCodes,
  setFailures,
} from './code-store.ts'
import { accountErrors } from '../../customers/errors.ts'
import {
  type AnyPurpose,
  type CodePurpose,
  CONTACT_PURPOSE,
  type ContactKind,
  codeMessages,
  codePurposes,
  contactNames,
  phoneMessages,
  POINTS_PURPOSE,
  PRIVACY_PURPOSE,
  STEP_UP_PURPOSE,
  WITHDRAW_PURPOSE,
} from '../../customers/rules.ts'
import { accountOfPhone } from '../../customers/actions.ts'
import { isAskedHere, originOf } from './code-origin.ts'

/**
 * Sends a code. A phone that does not fit the purpose gets a message that says so instead: only the owner of the phone learns whether it
 * has an account, because the answer to the caller and the time it takes are the same.
 */
export async function sendCode(ctx: Ctx, phone: string, purpose: CodePurpose): Promise<void> {
  await issue(ctx, phone, purpose, (code, known) => sendSms(ctx, { to: phone, ...wording(purpose, known, code) }))
}

/** Sends a code to the phone or e-mail address that a customer wants to change to. */
export async function sendContactCode(ctx: Ctx, kind: ContactKind, contact: string): Promise<void> {
  await issue(ctx, contact, CONTACT_PURPOSE, (code, known) => {
    if (kind === 'email') return mailCode(ctx, contact, CONTACT_PURPOSE, code, `更换${contactNames[kind]}`)
    if (!known) return sendSms(ctx, { to: contact, ...codeMessage(CONTACT_PURPOSE, code) })
    const text = '您的手机号已绑定明析科测的其他账号，不能再次绑定。如非本人操作，请忽略。'
    return sendSms(ctx, { to: contact, template: phoneMessages.bound.template, text })
  })
}

/** Sends a code to the customer's own phone: before a copy of personal data is made, an account is closed, money is withdrawn, or points are transferred. */
export async function sendOwnCode(
  ctx: Ctx,
  phone: string,
  purpose: typeof PRIVACY_PURPOSE | typeof WITHDRAW_PURPOSE | typeof POINTS_PURPOSE = PRIVACY_PURPOSE,
): Promise<void> {
  await issue(ctx, phone, purpose, (code) => sendSms(ctx, { to: phone, ...codeMessage(purpose, code) }))
}

/** Sends a code to the phone or e-mail address on record, after a long absence or before WeChat is unbound. */
export async function sendStepUpCode(ctx: Ctx, kind: ContactKind, contact: string): Promise<void> {
  await issue(ctx, contact, STEP_UP_PURPOSE, (code) =>
    kind === 'phone'
      ? sendSms(ctx, { to: contact, ...codeMessage(STEP_UP_PURPOSE, code) })
      : mailCode(ctx, contact, STEP_UP_PURPOSE, code),
  )
}

function mailCode(ctx: Ctx, to: string, purpose: AnyPurpose, code: string, use?: string): Promise<void> {
  const { template, text } = codeMessage(purpose, code, use)
  return sendMail(ctx, { to, template, subject: '明析科测验证码', text })
}

/** The template of the SMS provider gets the code as a variable; without it the message would not contain the code. */
function codeMessage(purpose: AnyPurpose, code: string, use = codeMessages[purpose].use): Omit<OutsideMessage, 'to'> {
  const text = `验证码${code}，用于${use}，${CODE_MINUTES}分钟内有效，请勿告知他人。`
  return { template: codeMessages[purpose].template, text, variables: { code } }
}

async function issue(
  ctx: Ctx,
  recipient: string,
  purpose: AnyPurpose,
  send: (code: string, known: boolean) => Promise<void>,
): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const limits = await readSetting(ctx, 'smsLimits')
  // Codes to one's own phone are few anyway; a proof of work is required only where the caller may name any number.
  const target = { purpose: 'code', subject: recipient } as const
  const proved = isOwn(purpose) || (await spendProof(ctx, target))
  const outcome = await inTx(ctx, (ctx) => recordCode(ctx, recipient, purpose, code, { limits, proved }))
  await watchSmsBudget(ctx, outcome.inAll, limits)
  if ('wait' in outcome)
    throw refuse(accountErrors.codeTooSoon, `验证码发送过于频繁，请${waitText(outcome.wait)}后再试`)
  if ('prove' in outcome) throw await proofDemand(ctx, target)
  try {
    await send(code, outcome.known)
  } catch (error) {
    // [T-6] A message that may have arrived counts, otherwise a provider that answers late would lift every limit; and its code is valid
    // when it arrives.
    if (!(error instanceof SmsUnanswered)) await deleteCode(ctx.db, outcome.id)
    ctx.log.error({ err: error }, 'a code could not be sent')
    throw refuse(error instanceof SmsLimitReached ? accountErrors.codeTooSoon : accountErrors.codeNotSent)
  }
}

const isOwn = (purpose: AnyPurpose) =>
  purpose === PRIVACY_PURPOSE ||
  purpose === STEP_UP_PURPOSE ||
  purpose === WITHDRAW_PURPOSE ||
  purpose === POINTS_PURPOSE ||
  purpose === codePurposes.contract

type Recorded =
  | { inAll: number; wait: number }
  | { inAll: number; prove: true }
  | { inAll: number; id: number; known: boolean }

/** Answers why a code may not be sent instead of refusing, because the rows it writes must be committed. */
async function recordCode(
  ctx: Ctx,
  phone: string,
  purpose: AnyPurpose,
  code: string,
  { limits, proved }: { limits: SmsLimits; proved: boolean },
): Promise<Recorded> {
  const now = ctx.clock.now()
  await lockCodes(ctx.db)
  const most = Math.max(limits.perAddressPerDay, limits.perAddressPerTenMinutes)
  const sent = await sentCodes(ctx.db, phone, ctx.request.ip, now, most)
  const wait = codeWaitSeconds(sent, now, limits)
  if (wait > 0) return { wait, inAll: sent.inAll }
  if (!proved && codeNeedsProof(sent, now, limits)) return { prove: true, inAll: sent.inAll }
  const known = (await accountOfPhone(ctx, phone)) !== undefined
  const salt = randomBytes(16).toString('base64url')
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const { id } = await insertCode(
    ctx.db,
    { phone, purpose, salt, codeHash: codeHash(salt, code), expiresAt, ip: ctx.request.ip, boundTo: originOf(ctx) },
    now,
  )
  return { id, known, inAll: sent.inAll + 1 }
}

function wording(purpose: CodePurpose, known: boolean, code: string): Omit<OutsideMessage, 'to'> {
  if (purpose === codePurposes.register && known) {
    const text = '您的手机号已注册明析科测，可直接登录；如忘记密码，请使用重置密码。'
    return { template: phoneMessages.registered.template, text }
  }
  if (purpose !== codePurposes.register && !known) {
    const text = '您的手机号尚未注册明析科测。如非本人操作，请忽略。'
    return { template: phoneMessages.unknown.template, text }
  }
  return codeMessage(purpose, code)
}

/**
 * Uses a code up. A wrong try is recorded although the call is refused, so this opens its own transaction and must not be called inside
 * another. A code for a phone that does not fit is never right, so the refusal tells nothing about the account.
 */
export async function spendCode(ctx: Ctx, phone: string, purpose: AnyPurpose, code: string): Promise<void> {
  const outcome = await inTx(ctx, (ctx) => tryCode(ctx, phone, purpose, code))
  if (outcome === 'blocked') throw refuse(accountErrors.tooManyCodeTries)
  if (outcome === 'wrong') throw refuse(accountErrors.wrongCode)
}

async function tryCode(
  ctx: Ctx,
  phone: string,
  purpose: AnyPurpose,
  code: string,
): Promise<'right' | 'wrong' | 'blocked'> {
  const now = ctx.clock.now()
  const kept = await lockFailures(ctx.db, phone, purpose, now)
  const over = now.getTime() - kept.lastAt.getTime() >= FAILURE_WINDOW_MINUTES * 60_000
  const failures = over ? 0 : kept.failures
  if (failures >= MOST_FAILURES) return 'blocked'
  const sent = await latestCode(ctx.db, phone, purpose, now)
  if (sent && isAskedHere(ctx, sent.boundTo) && isSame(codeHash(sent.salt, code), sent.codeHash)) {
    await markCodeUsed(ctx.db, sent.id, now)
    await setFailures(ctx.db, phone, purpose, 0, now)
    return 'right'
  }
  await setFailures(ctx.db, phone, purpose, failures + 1, now)
  return 'wrong'
}

function codeHash(salt: string, code: string): string {
  return createHash('sha256').update(`${salt}:${code}`).digest('base64url')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
