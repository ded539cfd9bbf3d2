import type { Db } from '../../platform/db/db.ts'
import type { HeldData, HeldRow } from '../../platform/held-data.ts'
import { orderNumbersOf } from '../orders/number-actions.ts'
import { heldRecords, heldReports, heldResultFiles, type OrderNumber } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'test_records', title: '检测记录（已交付的）', closing: 'kept by law', ...ofOrders(heldRecords) },
    { table: 'result_files', title: '数据文件（已交付的）', closing: 'kept by law', ...ofOrders(heldResultFiles) },
    { table: 'reports', title: '检测报告', closing: 'kept by law', rows: heldReports },
  ],
}

function ofOrders(read: (db: Db, orders: readonly OrderNumber[]) => Promise<HeldRow[]>) {
  return {
    through: 'orders',
    read: async (db: Db, customerId: number) => read(db, await orderNumbersOf({ db }, customerId)),
  }
}
