import type { StaffName } from '../../base.ts'
import type { TableName } from '../../models/imports/runs.ts'

/** Who may import what, by the table of roles in the design. */
export const mayImport: Record<TableName, readonly StaffName[]> = {
  customers: ['manager', 'manager2'],
  addresses: ['manager', 'manager2'],
  incomingWaybills: ['manager', 'manager2', 'logistics'],
  returnWaybills: ['logistics'],
}
const everybody: readonly StaffName[] = ['manager', 'logistics', 'lab', 'finance', 'editor', 'reviewer', 'admin']
export const without = (table: TableName) => everybody.filter((name) => !mayImport[table].includes(name))
