import { identifier, type Sql, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import { type Periodic, periodic } from '../jobs/periodic.ts'
import { safeErrorText } from '../log/error-text.ts'
import { keepSecret, type KeptSecret, readSecret, secretKeys, type SecretPlace, writingKey } from './kept-secrets.ts'

/** A place, and how a row gives up a secret that no key opens any more. */
export interface ForgettablePlace extends SecretPlace {
  /** 中文, for the operator. */
  label: string
  /** `key` is the primary key of the row; `reason` goes to the audit log. */
  forget: (ctx: Ctx, key: string, reason: string) => Promise<void>
}

export interface SecretCount {
  place: ForgettablePlace
  /** The id of the key with which they are encrypted; null: clear text. */
  keyId: string | null
  count: number
  /** Whether this process has that key. */
  readable: boolean
}

/** How many secrets there are in each place, by key. */
export async function countSecrets(
  ctx: Pick<Ctx, 'db' | 'config'>,
  places: readonly ForgettablePlace[],
): Promise<SecretCount[]> {
  const known = new Set(secretKeys(ctx).map(({ id }) => id))
  const counts: SecretCount[] = []
  for (const place of places) {
    const rows = await ctx.db.rows<{ keyId: string | null; count: number }>(sql`
      select ${keyId} as key_id, count(*) as count from (${valuesOf(place)}) as found group by 1 order by 1 nulls first`)
    for (const { keyId, count } of rows)
      counts.push({ place, keyId, count, readable: keyId === null || known.has(keyId) })
  }
  return counts
}

/**
 * Writes every secret as new ones are written: encrypted with the first key, or in clear text when that is `none`. A value that was replaced
 * meanwhile is left as it is, and one that cannot be read is named in the log. Answers how many were written.
 */
export async function rewriteSecrets(
  ctx: Pick<Ctx, 'db' | 'config' | 'log'>,
  places: readonly SecretPlace[],
): Promise<number> {
  const wanted = writingKey(ctx)?.id ?? null
  const known = secretKeys(ctx).map(({ id }) => id)
  let written = 0
  for (const place of places) {
    const rows = await ctx.db.rows<SecretRow>(sql`
      select * from (${valuesOf(place)}) as found
      where ${keyId} is distinct from ${wanted}::text and (${keyId} is null or ${keyId} = any(${known}::text[]))`)
    for (const column of place.columns) {
      const encrypted = rows
        .filter((row) => row.column === column)
        .flatMap((row) => {
          const secret = readable(ctx, place, row)
          return secret === undefined ? [] : [{ ...row, next: keepSecret(ctx, place, row.owner, secret) }]
        })
      for (let at = 0; at < encrypted.length; at += BATCH)
        written += await replaceValues(ctx, place, column, encrypted.slice(at, at + BATCH))
    }
  }
  return written
}

/** After the operator has set or replaced the key, what is in the database follows within an hour. */
export function secretUpkeep(places: readonly SecretPlace[]): Periodic {
  return periodic('secrets.encrypt', 1, async (ctx) => {
    const written = await rewriteSecrets(ctx, places)
    if (written > 0) ctx.log.info({ written }, 'secrets written with the first key')
  })
}

/** Lets every row forget a secret that is encrypted with this key, which is lost. Answers the rows. */
export async function forgetSecrets(
  ctx: Ctx,
  places: readonly ForgettablePlace[],
  { lostKeyId, reason }: { lostKeyId: string; reason: string },
): Promise<{ place: ForgettablePlace; key: string }[]> {
  const forgotten: { place: ForgettablePlace; key: string }[] = []
  for (const place of places) {
    const rows = await ctx.db.rows<{ key: string }>(sql`
      select distinct key from (${valuesOf(place)}) as found
      where ${keyId} = ${lostKeyId} order by key`)
    for (const { key } of rows) {
      await place.forget(ctx, key, reason)
      forgotten.push({ place, key })
    }
  }
  return forgotten
}

const BATCH = 1000

function replaceValues(
  ctx: Pick<Ctx, 'db'>,
  { table, key }: SecretPlace,
  column: string,
  rows: readonly (SecretRow & { next: KeptSecret })[],
): Promise<number> {
  return ctx.db.run(sql`
    update ${identifier(table)} as kept set ${identifier(column)} = new.next
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map(({ value }) => value)}::text[],
      ${rows.map(({ next }) => next)}::text[]) as new (key, value, next)
    where kept.${identifier(key)}::text = new.key and kept.${identifier(column)} = new.value`)
}

interface SecretRow {
  column: string
  key: string
  owner: string
  value: KeptSecret
}

const keyId = sql`case when value like 'enc:%' then split_part(value, ':', 2) end`

/** Rows of `column`, `key`, `owner` and `value`, all as text. */
function valuesOf({ table, key, owner, columns }: SecretPlace): Sql {
  return columns
    .map(
      (column) => sql`
        select ${column}::text as column, ${identifier(key)}::text as key, ${identifier(owner)}::text as owner, ${identifier(column)} as value
        from ${identifier(table)} where ${identifier(column)} is not null`,
    )
    .reduce((all, next) => sql`${all} union all ${next}`)
}

function readable(
  ctx: Pick<Ctx, 'config' | 'log'>,
  place: SecretPlace,
  { column, key, owner, value }: SecretRow,
): string | undefined {
  try {
    return readSecret(ctx, place, owner, value)
  } catch (error) {
    ctx.log.error({ table: place.table, column, key, error: safeErrorText(error) }, 'a kept secret cannot be read')
    return undefined
  }
}
