import { messageList, messageRead } from '../../src/workspace/notices/contract.ts'
import { bellList, bellRead } from '../../src/core/staff-notices/contract.ts'
import type { TestPerson } from '../../src/app/testing/test-app.ts'
import { sql } from '../../src/platform/db/sql.ts'
import type { Life, World } from './world.ts'

/** What is left unread at the end of the life. */
const LEFT = 3

/** From this many hours before the end on nothing is read all at once, so that something is left. */
const LAST_HOURS = 50
const isNearEnd = (world: World) => world.later(LAST_HOURS) > world.until

/** Customers read what they got within a day. */
export async function* readMessages(world: World): Life {
  for (;;) {
    yield world.office(1, 0.2)
    if (isNearEnd(world)) return
    const waiting = await world.app.db.rows<{ id: number }>(
      sql`select distinct customer_id as id from messages where read_at is null`,
    )
    const ids = new Set(waiting.map(({ id }) => id))
    for (const person of world.people.filter(({ id }) => ids.has(id))) await world.call(messageRead, {}, person)
  }
}

/** Staff begin their day with the bell. */
export async function* readBells(world: World): Life {
  for (;;) {
    yield world.office(1, 0)
    if (isNearEnd(world)) return
    for (const person of Object.values(world.staff)) await world.call(bellRead, {}, person)
  }
}

/** Everybody has looked this morning; the newest three are still unread. */
export async function readToday(world: World): Promise<void> {
  const unreadOf = async (person: TestPerson) =>
    (await world.call(messageList, { page: 1, size: 50, unread: true }, person)).list
  for (const person of world.people) {
    const ids = (await unreadOf(person)).slice(LEFT).map(({ id }) => id)
    if (ids.length > 0) await world.call(messageRead, { ids }, person)
  }
  for (const person of Object.values(world.staff)) {
    const { list } = await world.call(bellList, { page: 1, size: 50 }, person)
    const ids = list
      .filter(({ read }) => !read)
      .slice(LEFT)
      .map(({ id }) => id)
    if (ids.length > 0) await world.call(bellRead, { ids }, person)
  }
}
