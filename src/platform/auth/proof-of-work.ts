import { randomBytes, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { commonErrors, type Refusal, refuse } from '../contract/refusal.ts'
import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { serverKey } from './server-keys.ts'
import { addDays } from '../time.ts'
import { tokenHash } from './tokens.ts'

// Proof of work with ALTCHA: one request costs the browser a second, a flood of requests would cost days. The library signs and
// verifies challenges but accepts replays, so this file limits each challenge to one purpose, one subject and one use.

const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of one derivation: about one millisecond on a desktop computer. */
const ROUNDS = 5000
/** Range of derivations that the lightest challenge takes. */
const MIN_DERIVATIONS = 60
const MAX_DERIVATIONS = 180
export const PROOF_MINUTES = 10
export const HEAVIEST_PROOF = 8

/** What a proof allows: one kind of action on one account or phone. */
export interface ProofTarget {
  purpose: 'password' | 'code'
  subject: string
}

interface ProofData {
  purpose?: unknown
  subject?: unknown
  expires?: unknown
}

/** T-3, T-6. Whether a signed challenge was issued for this purpose and subject and has not expired. */
export function proofFits(data: ProofData, target: ProofTarget, now: Date): boolean {
  return (
    data.purpose === target.purpose &&
    data.subject === subjectHash(target) &&
    typeof data.expires === 'number' &&
    data.expires > now.getTime() / 1000
  )
}

/** The refusal that carries a challenge; the browser solves it and repeats the call. `weight` multiplies the work. */
export async function proofDemand(ctx: Ctx, target: ProofTarget, weight = 1): Promise<Refusal> {
  return refuse(commonErrors.proofRequired, undefined, { challenge: await newChallenge(ctx, target, weight) })
}

export async function newChallenge(ctx: Ctx, target: ProofTarget, weight = 1): Promise<Challenge> {
  const secret = await proofKey(ctx)
  const expires = Math.floor(ctx.clock.now().getTime() / 1000) + PROOF_MINUTES * 60
  return createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    counter: randomInt(MIN_DERIVATIONS, MAX_DERIVATIONS) * Math.min(weight, HEAVIEST_PROOF),
    data: { purpose: target.purpose, subject: subjectHash(target), expires },
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  })
}

const sentProof = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(ALGORITHM),
      cost: z.literal(ROUNDS),
      nonce: z.string().max(100),
      salt: z.string().max(100),
      keyLength: z.literal(32),
      keyPrefix: z.string().max(100),
      keySignature: z.string().max(200),
      data: z.looseObject({ expires: z.number() }),
    }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().max(200) }),
})

/** Consumes the proof sent with the request. False when it is missing, wrong, expired, already used or issued for something else. */
export async function spendProof(ctx: Ctx, target: ProofTarget): Promise<boolean> {
  const proof = readProof(ctx.request.proof)
  if (!proof) return false
  const { challenge, solution } = proof
  const { data, nonce } = challenge.parameters
  const now = ctx.clock.now()
  if (!proofFits(data, target, now)) return false
  const secret = await proofKey(ctx)
  const { verified } = await verifySolution({
    challenge: challenge as unknown as Challenge,
    solution,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: secret,
  })
  return verified && markUsed(ctx, nonce, new Date(data.expires * 1000))
}

function readProof(header: string): z.output<typeof sentProof> | undefined {
  if (header === '' || header.length > 4000) return undefined
  try {
    return sentProof.safeParse(JSON.parse(Buffer.from(header, 'base64').toString())).data
  } catch {
    return undefined
  }
}

/** True for only one of two requests with the same proof. Runs outside the call's transaction, so that a refusal does not make the proof valid again. */
async function markUsed(ctx: Ctx, nonce: string, expiresAt: Date): Promise<boolean> {
  await ctx.db.run(sql`delete from used_proofs where expires_at <= ${ctx.clock.now()}`)
  const fresh = await ctx.db.run(sql`
    insert into used_proofs (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`)
  return fresh === 1
}

/** The subject is hashed because it is sent to the browser and must not contain a phone number. */
function subjectHash({ purpose, subject }: ProofTarget): string {
  return tokenHash(`proof:${purpose}:${subject}`)
}

/** How long challenges are signed by one key (docs/security/rules.md, Keys and secrets). */
const KEY_DAYS = 90

/** Removes the key when it is old; the next challenge makes another one. Whoever solves a challenge at that moment gets a new one. */
export async function renewProofKey({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from server_keys where name = 'proof' and created_at < ${addDays(clock.now(), -KEY_DAYS)}`)
}

function proofKey(ctx: Ctx): Promise<string> {
  return serverKey(ctx, 'proof', () => randomBytes(32).toString('base64url'))
}
