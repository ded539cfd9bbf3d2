import type { HeldData } from '../../platform/held-data.ts'
import { heldMails } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'statement_mails', title: '发送过的对账单', closing: 'kept by law', rows: heldMails }],
}
