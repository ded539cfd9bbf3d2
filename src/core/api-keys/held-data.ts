import type { HeldData } from '../../platform/held-data.ts'
import { clearKeys, heldCounts, heldKeys, heldRequests } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'api_keys', title: '开放接口密钥', closing: 'gone', rows: heldKeys },
    { table: 'api_requests', title: '开放接口调用记录', closing: 'gone', rows: heldRequests },
    { table: 'api_key_days', title: '开放接口每天的调用次数', closing: 'gone', rows: heldCounts },
  ],
  clear: clearKeys,
}
