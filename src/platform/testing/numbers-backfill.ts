import { z } from 'zod'
import { sql } from '../db/sql.ts'
import { defineBackfill } from '../jobs/backfill-actions.ts'

export const NUMBERS = 2000
const BATCH = 50

/** Counts in every row how often it was dealt with. */
export const numbersBackfill = defineBackfill({
  name: 'numbers.filled',
  label: '测试',
  position: z.int(),
  pauseMs: 0,
  count: async ({ db }) => (await db.one<{ n: number }>(sql`select count(*) as n from numbers`)).n,
  batch: async ({ db }, from = 0) => {
    const rows = await db.rows<{ id: number }>(sql`
      update numbers set filled = filled + 1
      where id in (select id from numbers where id > ${from} order by id limit ${BATCH}) returning id`)
    return { rows: rows.length, next: rows.length < BATCH ? undefined : Math.max(...rows.map(({ id }) => id)) }
  },
})

export const createNumbers = `create table numbers (id bigint primary key, filled int not null default 0);
  insert into numbers select n from generate_series(1, ${NUMBERS}) n`
