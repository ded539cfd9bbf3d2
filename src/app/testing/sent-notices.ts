import { templates } from '../../workspace/notices/templates/template-rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TestApp } from './test-app.ts'

/**
 * The notices for a customer, newest first, as `title|text`: the real events in the outbox, written with the real templates. Faster than
 * running every job of the outbox, which would also draw PDFs.
 */
export async function noticesFor(app: TestApp, customerId: number): Promise<string[]> {
  const events = await app.db.rows<{ name: string; payload: Record<string, unknown> }>(sql`
    select name, payload from jobs where kind = 'event' and (payload->>'customerId')::bigint = ${customerId} order by id desc`)
  return events.flatMap(({ name, payload }) => {
    const notice = templates[name]?.write(payload)
    return notice ? [`${notice.title}|${notice.text}`] : []
  })
}
