import type { Database } from '../../../../src/platform/db/db.ts'
import { sql } from '../../../../src/platform/db/sql.ts'

/** What a row of a table is found to be by a check, and what becomes of it afterwards. */
export type RowState = 'new' | 'changed' | 'unchanged' | 'faulty' | 'written' | 'refused' | 'undone' | 'kept'
export type Cells = Record<string, string>

export interface Address {
  /** Recipient, phone, region and detail. */
  text: string
  isDefault: boolean
}

/** An account as staff and its customer know it. */
export interface Account {
  name: string
  userType: string
  company: string
  email: string
  teacher: string
  /** Undefined: somebody, whom the product chose. */
  advisor: string | undefined
  /** The customer has filled in the own profile. */
  isCompleted: boolean
  addresses: Address[]
}

export interface Sample {
  id: number
  orderNo: string
  sampleNo: string
  stage: string
  serviceType: number
  courier: string
  waybill: string
  returnCourier: string
  returnWaybill: string
  orderStage: string
  isPaid: boolean
}

/** What rows are judged by and change. */
export interface Facts {
  /** By phone. */
  accounts: Map<string, Account>
  /** Names of those who may advise customers. */
  managers: readonly string[]
  samples: Sample[]
  /** The default address of an account before its first row was written. */
  defaults: Map<string, Address | undefined>
  /** Phones of accounts on which something rests: whoever signed in, ordered or was given something. */
  used: ReadonlySet<string>
}

export interface Judged {
  state: 'new' | 'changed' | 'unchanged' | 'faulty'
  /** What may stand once in a table; empty while the row cannot be read. */
  key: string
}

/** A kind of table: how a row is judged, what it writes, and whether that can be taken back. */
export interface Table<Made> {
  heads: Record<string, string>
  judge: (cells: Cells, facts: Facts) => Judged
  /** Undefined: nothing is written. */
  write: (cells: Cells, facts: Facts) => Made | undefined
  /** False: what was written stays. Absent: this kind is never taken back. */
  undo?: (made: Made, facts: Facts) => boolean
}

export const unread: Judged = { state: 'faulty', key: '' }

export const halfWidth = (text: string) => text.normalize('NFKC').replace(/[\s-]/g, '')
export const phoneOf = (text: string) => halfWidth(text).replace(/^\+?86(?=1\d{10}$)/, '')
export const isMobile = (phone: string) => /^1[3-9]\d{9}$/.test(phone)
/** A cell that a spreadsheet would compute is no text. */
export const isFormula = (cells: Cells) => Object.values(cells).some((text) => text.startsWith('='))

export function samplesNow(db: Database): Promise<Sample[]> {
  return db.rows(sql`
    select s.id, s.order_no, s.sample_no, s.stage, s.service_type, s.courier, s.waybill, s.return_courier, s.return_waybill,
      o.stage as order_stage, o.paid_at is not null as is_paid from samples s join orders o on o.id = s.order_id order by s.id`)
}
