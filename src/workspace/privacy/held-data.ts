import type { HeldData } from '../../platform/held-data.ts'
import { detachFiles } from '../../core/files/actions.ts'
import { clearExports, exportedFiles, heldExports } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'personal_exports', title: '数据副本记录', closing: 'gone', rows: heldExports }],
  clear: async (db, account) => {
    // The sweeper removes files that are not attached to anything.
    await detachFiles({ db }, await exportedFiles(db, account.customerId))
    await clearExports(db, account)
  },
}
