import { templates } from '../../desk/notices/template-rules.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TestApp } from './test-app.ts'

/**
 * What a customer is told of, newest first, as `title|text`: the real events in the outbox through the real templates. Faster
 * than running every job of the outbox, which draws PDFs as well.
 */
export async function toldTo(app: TestApp, customerId: number): Promise<string[]> {
  const events = await app.db.rows<{ name: string; payload: Record<string, unknown> }>(sql`
    select name, payload from jobs where kind = 'event' and (payload->>'customerId')::bigint = ${customerId} order by id desc`)
  return events.flatMap(({ name, payload }) => {
    const notice = templates[name]?.write(payload)
    return notice ? [`${notice.title}|${notice.text}`] : []
  })
}
