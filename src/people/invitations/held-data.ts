import type { HeldData } from '../../platform/held-data.ts'
import { clearDevices, heldBrowsers, heldDevices, heldTies } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'invitations', title: '邀请关系', closing: 'kept without contact', rows: heldTies },
    { table: 'invite_devices', title: '受邀注册设备', closing: 'gone', rows: heldDevices },
    { table: 'invite_browsers', title: '使用过的浏览器', closing: 'gone', rows: heldBrowsers },
  ],
  clear: (db, { customerId }) => clearDevices(db, customerId),
}
