import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Channel } from '../notice-rules.ts'

export interface WordingRow {
  event: string
  title: string
  text: string
  channels: Channel[]
  version: number
  editedBy: number
  editedAt: Date
}

const columns = sql`event, title, text, channels, version, edited_by, edited_at`

export function wordings(db: Db): Promise<WordingRow[]> {
  return db.rows(sql`select ${columns} from notice_wordings`)
}

export function wordingOf(db: Db, event: string): Promise<WordingRow | undefined> {
  return db.row(sql`select ${columns} from notice_wordings where event = ${event}`)
}

/** Writes the next version when `version` is still the last one (0: none). Answers the number of rows written. */
export function putWording(db: Db, row: WordingRow): Promise<number> {
  const { event, title, text, channels, version, editedBy, editedAt } = row
  if (version === 0)
    return db.run(sql`
      insert into notice_wordings (${columns})
      values (${event}, ${title}, ${text}, ${channels}::text[], 1, ${editedBy}, ${editedAt})
      on conflict do nothing`)
  return db.run(sql`
    update notice_wordings set title = ${title}, text = ${text}, channels = ${channels}::text[], version = version + 1,
      edited_by = ${editedBy}, edited_at = ${editedAt}
    where event = ${event} and version = ${version}`)
}

export function dropWording(db: Db, event: string, version: number): Promise<number> {
  return db.run(sql`delete from notice_wordings where event = ${event} and version = ${version}`)
}
