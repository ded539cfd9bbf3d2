import { viewSave } from '../../src/core/views/contract.ts'
import { handlers } from '../../src/app/calls.ts'
import { noteAdd } from '../../src/workspace/notes/contract.ts'
import { todoAdd } from '../../src/workspace/notes/todo-contract.ts'
import { filledInput } from '../../src/app/testing/filled-input.ts'
import { roles, type Role } from '../../src/core/staff/rules.ts'
import { identifier, sql } from '../../src/platform/db/sql.ts'
import type { Staffed } from './staffed.ts'

/** Tables of things of one person, and the column that says whose. */
const OWN = {
  todos: 'owner_id',
  notes: 'author_id',
  saved_views: 'staff_id',
  staff_notices: 'staff_id',
  list_exports: 'staff_id',
  calendar_feeds: 'staff_id',
} as const

const CALLS = /^(todo|note|view|bell|export|calendarFeed)\/|^file\/link$/
/** A note is pinned for everybody who reads the record. */
const FOR_EVERYBODY = /^note\/(pin|list|history)$/

/** Things of a colleague: everybody of each role tries their ids at the calls for own things. */
export async function askOthersThings(on: Staffed): Promise<void> {
  const owner = await on.app.staff('manager')
  const things = await madeBy(on, owner)
  const calls = handlers
    .map(({ call }) => call)
    .filter(({ area, name }) => area === 'staff' && CALLS.test(name) && !FOR_EVERYBODY.test(name))
  const before = await printOf(on, owner.id)
  for (const role of Object.keys(roles) as Role[]) {
    const colleague = await on.app.staff(role)
    for (const call of calls)
      for (const id of things) {
        await on.sandbox.takenBack(async () => {
          const input = withId(filledInput(call), id)
          const { status, body } = await on.app.send(call, input, { as: colleague })
          on.count(`thing of a colleague: ${body.code === 1 ? 'answered' : `${status} ${body.error}`}`)
          if (JSON.stringify(body.data ?? '').includes(SECRET))
            on.found.add(`${call.name}: ${role} reads a thing of a colleague`)
          if ((await printOf(on, owner.id)) !== before)
            on.found.add(`${call.name}: ${role} changes a thing of a colleague`)
        })
      }
  }
}

const SECRET = '只有本人知道的内容'

async function madeBy(on: Staffed, owner: { id: number; token: string }): Promise<number[]> {
  const as = { as: owner }
  const order = on.world.rows('orders')[0]?.values
  const subject = { kind: 'order' as const, no: String(order?.orderNo) }
  await on.app.call(todoAdd, { title: SECRET, dueAt: '2026-03-04T10:00' }, as)
  await on.app.call(noteAdd, { subject, text: '备注', mentionIds: [] }, as)
  await on.app.call(viewSave, { index: 'orders', name: SECRET, address: 'tab=all' }, as)
  await on.app.db.run(sql`
    insert into staff_notices (staff_id, kind, title, path, key, created_at)
    select ${owner.id}, kind, ${SECRET}, path, 'own', created_at from staff_notices limit 1`)
  const ids = new Set<number>()
  for (const [table, column] of Object.entries(OWN)) {
    const rows = await on.app.db.rows<{ id: number }>(
      sql`select id from ${identifier(table)} where ${identifier(column)} = ${owner.id}`,
    )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids]
}

async function printOf(on: Staffed, owner: number): Promise<string> {
  const prints: string[] = []
  for (const [table, column] of Object.entries(OWN)) {
    const { print } = await on.app.db.one<{ print: string }>(sql`
      select coalesce(string_agg(t::text, ',' order by id), '') as print from ${identifier(table)} t
      where ${identifier(column)} = ${owner}`)
    prints.push(print)
  }
  return prints.join()
}

function withId(value: unknown, id: number): unknown {
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      /^(id|fileId|noteId)$/.test(name) ? id : name === 'ids' ? [id] : inner,
    ]),
  )
}
