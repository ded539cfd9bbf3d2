import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface LastConditions {
  instrumentId: number
  method: string
  conditions: string
  environment: string
}

/** The latest record with each instrument. */
export function lastConditions(db: Db, instrumentIds: readonly number[]): Promise<LastConditions[]> {
  return db.rows(sql`
    select distinct on (instrument_id) instrument_id, method, conditions, environment from test_records
    where instrument_id = any(${[...instrumentIds]}::bigint[]) order by instrument_id, id desc`)
}

export interface Usage {
  tests: number
  minutes: number
  recentTests: number
  recentMinutes: number
}

/** Tests with an instrument and their time; replaced records are not counted. */
export function usageOf(db: Db, instrumentId: number, since: Date): Promise<Usage> {
  return db.one(sql`
    select count(*) as tests, coalesce(sum(extract(epoch from ended_at - started_at) / 60), 0)::bigint as minutes,
      count(*) filter (where started_at >= ${since}) as recent_tests,
      coalesce(sum(extract(epoch from ended_at - started_at) / 60) filter (where started_at >= ${since}), 0)::bigint as recent_minutes
    from test_records where instrument_id = ${instrumentId} and replaced_at is null`)
}
