import { contains, type IndexSource } from '../../platform/db/index-query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** What other slices know of a typed text. */
export interface Related {
  instruments: (typed: string) => Promise<number[]>
  staff: (typed: string) => Promise<number[]>
}

export function chartSource(now: Date, related: Pick<Related, 'instruments'>): IndexSource {
  const ofInstruments = async (typed: string): Promise<Sql> =>
    sql`instrument_id = any(${await related.instruments(typed)}::bigint[])`
  return {
    from: sql`from control_charts`,
    key: sql`id`,
    columns: {
      no: { sql: sql`('QC-' || id)` },
      quantity: { sql: sql`quantity` },
      instrument: { match: ofInstruments },
      material: { sql: sql`material` },
      certificate: { sql: sql`certificate_no` },
      state: { sql: sql`state` },
      measured: { sql: sql`measured_at`, nullable: true },
      interval: { sql: sql`interval_days::bigint` },
      due: { sql: sql`due_at` },
      kept: {
        sql: sql`(case when stopped_at is not null then 'stopped' when due_at < ${now} then 'overdue' else 'ok' end)`,
      },
    },
    search: async (typed) =>
      sql`(${contains(sql`quantity || ' ' || material || ' ' || certificate_no`, typed)} or ${await ofInstruments(typed)})`,
  }
}

export function measurementSource(related: Related): IndexSource {
  const ofInstruments = async (typed: string): Promise<Sql> =>
    sql`c.instrument_id = any(${await related.instruments(typed)}::bigint[])`
  return {
    from: sql`from control_measurements m join control_charts c on c.id = m.chart_id`,
    key: sql`m.id`,
    columns: {
      measured: { sql: sql`m.measured_at` },
      quantity: { sql: sql`c.quantity` },
      instrument: { match: ofInstruments },
      unit: { sql: sql`c.unit` },
      state: { sql: sql`m.state` },
      staff: { match: async (typed) => sql`m.staff_id = any(${await related.staff(typed)}::bigint[])` },
      note: { sql: sql`m.note` },
      reason: { sql: sql`m.taken_back_reason` },
    },
    search: async (typed) =>
      sql`(${contains(sql`c.quantity || ' ' || m.note`, typed)} or ${await ofInstruments(typed)})`,
  }
}
