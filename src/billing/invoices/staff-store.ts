import type { Db } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { InvoiceStage } from './rules.ts'
import { applicationColumns, type ApplicationRow } from './store.ts'

export interface Filter {
  stage: InvoiceStage | ''
  /** 0: any. */
  type: number
  way: ApplicationRow['way'] | ''
  words: string
  from: Date | null
  until: Date | null
}

/** Oldest first where somebody has to act, newest first elsewhere. Size null: no limit. */
export function filteredPage(db: Db, filter: Filter, size: number | null, offset: number): Promise<ApplicationRow[]> {
  return db.rows(sql`
    select ${applicationColumns} from invoice_applications where ${inStage(filter)} and ${others(filter)}
    order by case when ${filter.stage} in ('pending', 'issuing', 'reddening') then id else -id end
    limit ${size}::bigint offset ${offset}`)
}

export function sumsOf(db: Db, filter: Filter): Promise<{ count: number; amountFen: number; taxFen: number }> {
  return db.one(sql`
    select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount_fen, coalesce(sum(tax_fen), 0)::bigint as tax_fen
    from invoice_applications where ${inStage(filter)} and ${others(filter)}`)
}

export function countsByStage(db: Db, filter: Filter): Promise<{ stage: InvoiceStage; count: number }[]> {
  return db.rows(sql`
    select stage, count(*) as count from invoice_applications where ${others(filter)} group by stage`)
}

function inStage({ stage }: Filter): Sql {
  return sql`(${stage} = '' or stage = ${stage})`
}

function others({ type, way, words, from, until }: Filter): Sql {
  return sql`(${type}::int = 0 or type = ${type}::int) and (${way} = '' or way = ${way})
    and (${from}::timestamptz is null or created_at >= ${from}) and (${until}::timestamptz is null or created_at < ${until})
    and (${words} = '' or position(lower(${words}) in lower(application_no || ' ' || title || ' ' || tax_no || ' ' || coalesce(invoice_no, ''))) > 0)`
}
