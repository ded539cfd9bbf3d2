import type { HeldData } from '../../platform/held-data.ts'
import { clearKeys, heldKeys } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'api_keys', title: '开放接口密钥', closing: 'gone', rows: heldKeys }],
  clear: clearKeys,
}
