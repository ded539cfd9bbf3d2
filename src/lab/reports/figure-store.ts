import { type DailyFacts, dailyFacts } from '../../platform/db/daily-facts.ts'
import { sql } from '../../platform/db/sql.ts'

/** Tests and minutes of each instrument by the day on which the test began; replaced records are not counted. */
export const usageFacts: DailyFacts = dailyFacts(
  'instrument.use',
  ({ from, to }) => sql`(
  select (started_at at time zone 'Asia/Shanghai')::date as day, instrument_id::text as key, count(*) as count,
    coalesce(sum(extract(epoch from ended_at - started_at) / 60), 0)::bigint as amount
  from test_records where started_at >= ${from} and started_at < ${to} and instrument_id is not null and replaced_at is null group by 1, 2)`,
)
