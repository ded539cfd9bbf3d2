import type { HeldData } from '../../platform/held-data.ts'
import { clearImportRows, heldImportRows } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'import_rows', title: '导入的资料', closing: 'gone', rows: heldImportRows }],
  clear: clearImportRows,
}
