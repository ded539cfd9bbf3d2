import type { HeldData } from '../../platform/held-data.ts'
import { clearAddresses, heldAddresses } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'addresses', title: '地址簿', closing: 'gone', rows: heldAddresses }],
  clear: clearAddresses,
}
