import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { sql } from '../../platform/db/sql.ts'
import { addDays, shanghaiDate } from '../../platform/time.ts'
import { dueSoonDays } from './rules.ts'

export function instrumentSource(now: Date): IndexSource {
  const [today, soon] = [shanghaiDate(now), shanghaiDate(addDays(now, dueSoonDays))]
  return {
    from: sql`from instruments`,
    key: sql`id`,
    columns: {
      no: { sql: sql`instrument_no` },
      name: { sql: sql`name` },
      model: { sql: sql`model` },
      location: { sql: sql`location` },
      keeper: { sql: sql`keeper` },
      due: { sql: sql`calibration_due`, nullable: true },
      calibration: {
        sql: sql`(case when calibration_due is null then 'none' when calibration_due < ${today}::date then 'overdue'
          when calibration_due <= ${soon}::date then 'soon' else 'ok' end)`,
      },
      rule: { sql: sql`calibration_rule` },
      stage: { sql: sql`stage` },
    },
    search: (typed) =>
      contains(sql`instrument_no || ' ' || name || ' ' || model || ' ' || location || ' ' || keeper`, typed),
  }
}
