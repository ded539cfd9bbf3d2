import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_PREPARED, EmbeddedSession } from './embedded-session.ts'

let engine: PGlite
let session: EmbeddedSession

beforeAll(async () => {
  engine = await PGlite.create()
  await engine.exec('create table rooms (id int primary key, name text)')
  session = new EmbeddedSession(engine)
})
afterAll(() => engine.close())

/** How often each text that contains `part` was run and prepared, from the engine itself. */
async function prepared(part: string) {
  const { rows } = await engine.query<{ runs: number; statements: number }>(
    `select count(*)::int as statements, coalesce(sum(generic_plans + custom_plans), 0)::int as runs
     from pg_prepared_statements where statement like $1`,
    [`%${part}%`],
  )
  return rows[0]
}

describe('prepared statements of the embedded database', () => {
  it('are prepared at the first use of a text and only run after that', async () => {
    for (const id of [1, 2, 3]) await session.run('insert into rooms values ($1, $2)', [id, `B${id}`])
    const { rows, names, affected } = await session.run('update rooms set name = $1 where id >= $2 returning *', [
      null,
      2,
    ])
    expect({ rows, names, affected }).toEqual({
      rows: [
        [2, null],
        [3, null],
      ],
      names: ['id', 'name'],
      affected: 2,
    })
    expect(await prepared('insert into rooms')).toEqual({ statements: 1, runs: 3 })
  })

  it('a refused one says why, and can be run again with other values', async () => {
    const insert = (id: number) => session.run('insert into rooms values ($1, $2)', [id, 'C1'])
    await expect(insert(1)).rejects.toMatchObject({ code: '23505', constraint: 'rooms_pkey' })
    await expect(session.run('select from nothing_here')).rejects.toMatchObject({ code: '42P01' })
    expect((await insert(9)).affected).toBe(1)
  })

  it('the least recently used one is dropped when there are too many, and prepared again at its next use', async () => {
    await session.run('select 1 as first_text')
    await session.run('select 2 as used_text')
    for (let n = 0; n < MOST_PREPARED - 1; n++) {
      await session.run(`select ${n} as filler`)
      await session.run('select 2 as used_text')
    }
    expect(await prepared('first_text')).toMatchObject({ statements: 0 })
    expect(await prepared('used_text')).toMatchObject({ statements: 1 })
    expect(await prepared('')).toMatchObject({ statements: MOST_PREPARED })
    expect((await session.run('select 1 as first_text')).rows).toEqual([[1]])
  })

  it('a script that fails in its own transaction leaves none open', async () => {
    await expect(session.script('begin; select 1 / 0; commit')).rejects.toMatchObject({ code: '22012' })
    expect((await session.run('select 1 as still_there')).rows).toEqual([[1]])
  })

  it('all are forgotten after a script, which may have changed a table', async () => {
    const all = () => session.run('select * from rooms where id = 9')
    expect((await all()).names).toEqual(['id', 'name'])
    await session.run('alter table rooms add column floor int default 2')
    await expect(all()).rejects.toThrow('result type')
    await session.script('select 1')
    expect((await all()).names).toEqual(['id', 'name', 'floor'])
  })
})
