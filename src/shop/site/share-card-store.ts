import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export function cardByName(db: Db, name: string): Promise<{ storageKey: string } | undefined> {
  return db.row(sql`select storage_key from share_cards where name = ${name}`)
}

/** When two requests draw the same card, the first row stays; answers 0 for the second. */
export function insertCard(
  db: Db,
  card: { name: string; subject: string; fileId: number; storageKey: string },
  now: Date,
): Promise<number> {
  return db.run(sql`
    insert into share_cards (name, subject, file_id, storage_key, created_at)
    values (${card.name}, ${card.subject}, ${card.fileId}, ${card.storageKey}, ${now}) on conflict (name) do nothing`)
}

/** Deletes cards of older states of the page. */
export function deleteOlderCards(db: Db, subject: string, name: string): Promise<{ fileId: number }[]> {
  return db.rows(sql`delete from share_cards where subject = ${subject} and name <> ${name} returning file_id`)
}
