import type { HeldData } from '../../platform/held-data.ts'
import { clearPackages, heldPackages } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'data_packages', title: '数据包', closing: 'gone', rows: heldPackages }],
  // The job that drops a package a day later removes its files, with or without this row.
  clear: (db, { customerId }) => clearPackages(db, customerId),
}
