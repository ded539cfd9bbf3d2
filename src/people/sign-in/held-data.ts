import type { HeldData } from '../../platform/held-data.ts'
import { clearBindingsAndCodes, heldBindings } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'wechat_bindings', title: '微信绑定', closing: 'gone', rows: heldBindings }],
  clear: clearBindingsAndCodes,
}
