import type { Db } from '../../platform/db/db.ts'
import { json, sql } from '../../platform/db/sql.ts'

export function settingRows(db: Db, keys: readonly string[]): Promise<{ key: string; value: unknown }[]> {
  return db.rows(sql`select key, value from settings where key = any(${keys}::text[])`)
}

export async function putSetting(db: Db, key: string, value: unknown, now: Date): Promise<void> {
  await db.run(sql`
    insert into settings (key, value, updated_at) values (${key}, ${json(value)}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
}

/** Keeps values that exist already. */
export async function putMissingSettings(db: Db, values: Record<string, unknown>, now: Date): Promise<void> {
  await db.run(sql`
    insert into settings (key, value, updated_at) select key, value, ${now}::timestamptz from jsonb_each(${json(values)}::jsonb)
    on conflict (key) do nothing`)
}

/** Makes those who change one setting from its present value wait for each other, also before it has a row. */
export async function lockSettings(db: Db, key: string): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`setting:${key}`}, 0))`)
}
