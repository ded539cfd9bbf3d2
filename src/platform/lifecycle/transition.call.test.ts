import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { json, sql } from '../db/sql.ts'
import { defineLifecycle } from './lifecycle.ts'
import { historyOf, recordCreation, transition } from './transition.ts'

const door = defineLifecycle({
  entity: 'door',
  table: 'doors',
  stages: { open: '开', shut: '关', sealed: '封' },
  transitions: {
    shut: { label: '关门', from: ['open'], to: 'shut', by: ['customer', 'staff'] },
    seal: { label: '封门', from: ['shut'], to: 'sealed', by: ['staff'], reason: 'required' },
  },
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.db.script(
    "create table doors (id bigint generated always as identity primary key, stage text not null default 'open', version integer not null default 1, colour text)",
  )
})
afterAll(() => app.close())

async function newDoor(): Promise<number> {
  const { id } = await app.db.one<{ id: number }>(sql`insert into doors default values returning id`)
  await recordCreation(app.system, door, id, 'open')
  return id
}
const error = async (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (e) => e.kind?.error ?? e,
  )

describe('the transition function', () => {
  it('[I-19] changes the stage once, with history, audit row and event in one transaction', async () => {
    const id = await newDoor()
    const staff = app.staffCtx(5, 'lab')
    await transition(staff, door, id, 'shut', { set: [sql`colour = ${'red'}`], payload: { n: 1 } })
    await transition(staff, door, id, 'seal', { reason: '安全' })
    expect(await app.db.one(sql`select stage, version, colour from doors where id = ${id}`)).toEqual({
      stage: 'sealed',
      version: 3,
      colour: 'red',
    })
    expect(
      (await historyOf(app.system, 'door', id)).map((row) => [row.action, row.fromStage, row.toStage, row.reason]),
    ).toEqual([
      ['create', null, 'open', null],
      ['shut', 'open', 'shut', null],
      ['seal', 'shut', 'sealed', '安全'],
    ])
    expect(
      await app.db.rows(sql`select before, after, reason from audit_log where subject = ${`door:${id}`} order by id`),
    ).toEqual([
      { before: { stage: 'open' }, after: { stage: 'shut' }, reason: null },
      { before: { stage: 'shut' }, after: { stage: 'sealed' }, reason: '安全' },
    ])
    expect(
      await app.db.rows(sql`select name, payload from jobs where payload @> ${json({ id, n: 1 })}::jsonb`),
    ).toEqual([{ name: 'door.shut', payload: { id, from: 'open', to: 'shut', version: 2, n: 1 } }])
  })

  it('[T-38] refuses a wrong stage, a wrong party and a missing reason, and writes nothing', async () => {
    const id = await newDoor()
    expect(await error(transition(app.staffCtx(5, 'lab'), door, id, 'seal', { reason: 'x' }))).toBe('stageConflict')
    await transition(app.customerCtx(1), door, id, 'shut')
    expect(await error(transition(app.customerCtx(1), door, id, 'seal', { reason: 'x' }))).toBe('forbidden')
    expect(await error(transition(app.staffCtx(5, 'lab'), door, id, 'seal', { reason: '  ' }))).toBe('reasonRequired')
    expect(await error(transition(app.staffCtx(5, 'lab'), door, 999_999, 'shut'))).toBe('stageConflict')
    expect((await historyOf(app.system, 'door', id)).length).toBe(2)
  })

  it('[T-39] of two people who saw the same version, only one succeeds', async () => {
    const id = await newDoor()
    const results = await Promise.all(
      [1, 2].map((n) => error(transition(app.staffCtx(n, 'lab'), door, id, 'shut', { version: 1 }))),
    )
    expect(results.sort()).toEqual(['no refusal', 'stageConflict'])
  })

  it('history and audit rows cannot be changed, not even by the application', async () => {
    for (const statement of [
      sql`update stage_history set reason = ''`,
      sql`delete from stage_history`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ]) {
      await expect(app.db.run(statement)).rejects.toMatchObject({ code: '23001' })
    }
  })
})
