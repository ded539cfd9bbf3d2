import { randomBytes } from 'node:crypto'
import { tokenHash } from '../../platform/auth/tokens.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse, refuseAt } from '../../platform/contract/refusal.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { type Ctx, type Customer, inTx, type RequestInfo, type Services } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { addDays, fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import type { apiKeyAdd, ApiKeyItem, apiKeyList } from './contract.ts'
import { apiKeyErrors } from './errors.ts'
import { type ApiScope, KEY_START, MOST_KEYS, SHOWN_CHARACTERS } from './rules.ts'
import { countActive, insertKey, isKeyOf, keysOf, liveKey, noteKeyUse, revokeKey } from './store.ts'

/** Between two notes of the last use. */
const NOTE_MILLISECONDS = 60_000

export async function listKeys(ctx: Ctx<Customer>): Promise<OutputOf<typeof apiKeyList>> {
  return { list: await listedKeys(ctx, ctx.actor.id) }
}

export async function listedKeys({ db, clock }: Ctx, customerId: number): Promise<ApiKeyItem[]> {
  const now = clock.now()
  const rows = await keysOf(db, customerId)
  return rows.map(({ customerId: _, createdAt, expiresAt, lastUsedAt, revokedAt, ...row }) => ({
    ...row,
    createdAt: shanghaiTime(createdAt),
    expiresAt: expiresAt && shanghaiTime(expiresAt),
    lastDay: expiresAt && shanghaiDate(addDays(expiresAt, -1)),
    lastUsedAt: lastUsedAt && shanghaiTime(lastUsedAt),
    state: revokedAt ? 'revoked' : expiresAt && expiresAt <= now ? 'expired' : 'active',
  }))
}

export function ownsKey({ db, actor }: Ctx<Customer>, id: number): Promise<boolean> {
  return isKeyOf(db, id, actor.id)
}

/** Makes a key; only its hash is kept. */
export function addKey(ctx: Ctx<Customer>, { name, scopes, lastDay }: InputOf<typeof apiKeyAdd>) {
  refuseInDoubt(ctx)
  const now = ctx.clock.now()
  if (lastDay !== null && lastDay < shanghaiDate(now)) throw refuseAt('lastDay', apiKeyErrors.keyExpiryPast)
  const expiresAt = lastDay === null ? null : addDays(fromShanghai(lastDay), 1)
  const key = KEY_START + randomBytes(32).toString('base64url')
  return inTx(ctx, async (ctx) => {
    if ((await countActive(ctx.db, ctx.actor.id, now)) >= MOST_KEYS) throw refuse(apiKeyErrors.tooManyKeys)
    const { id } = await insertKey(
      ctx.db,
      {
        ...{ customerId: ctx.actor.id, name, expiresAt },
        scopes: [...new Set(scopes)],
        prefix: key.slice(0, SHOWN_CHARACTERS),
        keyHash: tokenHash(key),
      },
      now,
    )
    await recordAudit(ctx, { action: 'apiKey.add', subject: `apiKey:${id}`, after: { name, scopes, lastDay } })
    return { id, key }
  })
}

export async function endKey(ctx: Ctx<Customer>, id: number): Promise<void> {
  await inTx(ctx, async (ctx) => {
    if ((await revokeKey(ctx.db, id, ctx.actor.id, ctx.clock.now())) === 0) throw refuse(commonErrors.notFound)
    await recordAudit(ctx, { action: 'apiKey.revoke', subject: `apiKey:${id}` })
  })
}

export interface KeyOwner {
  keyId: number
  keyHash: string
  customerId: number
  scopes: readonly ApiScope[]
}

/**
 * Whose key this is; undefined when it is unknown, revoked or expired. Read for every request, so that revoking counts at the next one, and from
 * here on the request stands in the record of its key.
 */
export async function ownerOfKey(
  services: Services,
  key: string,
  { id, ip }: Pick<RequestInfo, 'id' | 'ip'>,
): Promise<KeyOwner | undefined> {
  const now = services.clock.now()
  const keyHash = tokenHash(key)
  const row = await liveKey(services.db, keyHash, now)
  if (!row) return undefined
  if (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > NOTE_MILLISECONDS || row.lastIp !== ip)
    await noteKeyUse(services.db, row.id, ip, now)
  services.programs.begin(id, row.id)
  return { keyId: row.id, keyHash, customerId: row.customerId, scopes: row.scopes }
}
