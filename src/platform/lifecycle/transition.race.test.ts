import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { sql } from '../db/sql.ts'
import { inTx } from '../http/ctx.ts'
import { defineLifecycle } from './lifecycle.ts'
import { historyOf, recordCreation, transition } from './transition.ts'

const gate = defineLifecycle({
  entity: 'gate',
  table: 'gates',
  stages: { open: '开', shut: '关', sealed: '封' },
  transitions: {
    shut: { label: '关门', from: ['open'], to: 'shut', by: ['system'] },
    seal: { label: '封门', from: ['open', 'shut'], to: 'sealed', by: ['system'] },
  },
})

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await app.db.script(
    "create table gates (id bigint generated always as identity primary key, stage text not null default 'open', version integer not null default 1)",
  )
})
afterAll(() => app.close())

async function newGate(): Promise<number> {
  const { id } = await app.db.one<{ id: number }>(sql`insert into gates default values returning id`)
  await recordCreation(app.system, gate, id, 'open')
  return id
}

/** Resolves as soon as a session waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await app.db.row(sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`)
    if (waiting) return
  }
}

/** Moves a gate while another transaction, which shuts it, has not ended. */
async function whileShutting(id: number, ends: 'commit' | 'rollback') {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let shut = () => {}
  const isShut = new Promise<void>((resolve) => {
    shut = resolve
  })
  const first = inTx(app.system, async (ctx) => {
    await transition(ctx, gate, id, 'shut')
    shut()
    await ended
    if (ends === 'rollback') throw new Error('rolled back')
  }).catch(() => undefined)
  await isShut
  const second = transition(app.system, gate, id, 'seal')
  await somebodyWaits()
  end()
  await first
  return second
}

it('[T-39] a transition that waited for another leaves the stage in which that one left the record', async () => {
  const id = await newGate()
  expect(await whileShutting(id, 'commit')).toEqual({ id, from: 'shut', to: 'sealed', version: 3 })
  expect((await historyOf(app.system, 'gate', id)).map(({ fromStage, toStage }) => [fromStage, toStage])).toEqual([
    [null, 'open'],
    ['open', 'shut'],
    ['shut', 'sealed'],
  ])
})

it('[T-39] a transition that waited for one that was rolled back leaves the stage from before', async () => {
  const id = await newGate()
  expect(await whileShutting(id, 'rollback')).toEqual({ id, from: 'open', to: 'sealed', version: 2 })
})

it('[T-39] of twenty who move a record at once, one does', async () => {
  const id = await newGate()
  const moves = Array.from({ length: 20 }, () => transition(app.system, gate, id, 'shut').catch(() => undefined))
  expect((await Promise.all(moves)).filter((moved) => moved !== undefined)).toHaveLength(1)
  expect(await historyOf(app.system, 'gate', id)).toHaveLength(2)
})
