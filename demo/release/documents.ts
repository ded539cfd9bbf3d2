import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../src/platform/db/db.ts'
import { sql } from '../../src/platform/db/sql.ts'

/** Of reports and of contracts. */
const KEPT = 5

/**
 * Keeps the newest documents that the product drew from rows and forgets the others, as the life of the demo does: each holds its own
 * copy of the fonts, so that together they take more room than everything else.
 */
export async function thinDocuments(db: Db, files: string): Promise<void> {
  await db.run(sql`
    update reports set pdf_file_id = null, issued_file_id = null
    where id not in (select id from reports where pdf_file_id is not null order by id desc limit ${KEPT})`)
  await db.run(sql`
    update contracts set pdf_file_id = null, pdf_sha256 = null, signed_pdf_file_id = null
    where id not in (select id from contracts where pdf_file_id is not null order by id desc limit ${KEPT})`)
  const forgotten = await db.rows<{ storageKey: string }>(sql`
    delete from files f where uploaded_by_kind = 'system'
      and not exists (select 1 from reports r where f.id in (r.pdf_file_id, r.issued_file_id))
      and not exists (select 1 from contracts c where f.id in (c.pdf_file_id, c.signed_pdf_file_id))
    returning storage_key`)
  for (const { storageKey } of forgotten) rmSync(join(files, storageKey), { force: true })
}
