import { randomBytes, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { commonErrors, type Refusal, refuse } from '../contract/refusal.ts'
import { sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { tokenHash } from './tokens.ts'

// Proof of work after ALTCHA: a browser computes for a second, a flood of requests would compute for days. The library
// signs and verifies; that a challenge serves one deed, one subject and one time is ours, since it would accept a replay.

const ALGORITHM = 'PBKDF2/SHA-256'
/** Rounds of one derivation: about a millisecond of a desktop computer. */
const ROUNDS = 5000
/** How many derivations the lightest challenge takes, at least and at most. */
const LEAST_TRIES = 60
const MOST_TRIES = 180
export const PROOF_MINUTES = 10
export const HEAVIEST_PROOF = 8

/** What a proof is for: one kind of deed, done to one account or phone. */
export interface ProofTarget {
  purpose: 'password' | 'code'
  subject: string
}

interface ProofData {
  purpose?: unknown
  subject?: unknown
  expires?: unknown
}

/** T-3, T-6. Whether a signed challenge was made for this deed and has not run out. */
export function proofFits(data: ProofData, target: ProofTarget, now: Date): boolean {
  return (
    data.purpose === target.purpose &&
    data.subject === subjectHash(target) &&
    typeof data.expires === 'number' &&
    data.expires > now.getTime() / 1000
  )
}

/** A refusal that carries a challenge; the browser solves it and repeats the call. `weight` multiplies the work. */
export async function proofDemand(ctx: Ctx, target: ProofTarget, weight = 1): Promise<Refusal> {
  return refuse(commonErrors.proofRequired, undefined, { challenge: await newChallenge(ctx, target, weight) })
}

export async function newChallenge(ctx: Ctx, target: ProofTarget, weight = 1): Promise<Challenge> {
  const secret = await serverKey(ctx)
  const expires = Math.floor(ctx.clock.now().getTime() / 1000) + PROOF_MINUTES * 60
  return createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS,
    counter: randomInt(LEAST_TRIES, MOST_TRIES) * Math.min(weight, HEAVIEST_PROOF),
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

/** Uses up the proof that came with the request; false when there is none, or it is wrong, old, for something else or used. */
export async function spendProof(ctx: Ctx, target: ProofTarget): Promise<boolean> {
  const proof = readProof(ctx.request.proof)
  if (!proof) return false
  const { challenge, solution } = proof
  const { data, nonce } = challenge.parameters
  const now = ctx.clock.now()
  if (!proofFits(data, target, now)) return false
  const secret = await serverKey(ctx)
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

/** Of two who come with one proof, one gets true. Outside of any transaction of the call: a refusal must not give it back. */
async function markUsed(ctx: Ctx, nonce: string, expiresAt: Date): Promise<boolean> {
  await ctx.db.run(sql`delete from used_proofs where expires_at <= ${ctx.clock.now()}`)
  const fresh = await ctx.db.run(sql`
    insert into used_proofs (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`)
  return fresh === 1
}

/** The subject travels to the browser and back, so it does not name a phone. */
function subjectHash({ purpose, subject }: ProofTarget): string {
  return tokenHash(`proof:${purpose}:${subject}`)
}

async function serverKey(ctx: Ctx): Promise<string> {
  const find = () => ctx.db.row<{ secret: string }>(sql`select secret from server_keys where name = 'proof'`)
  const kept = await find()
  if (kept) return kept.secret
  await ctx.db.run(sql`
    insert into server_keys (name, secret, created_at) values ('proof', ${randomBytes(32).toString('base64url')}, ${ctx.clock.now()})
    on conflict do nothing`)
  return (await find())?.secret ?? ''
}
