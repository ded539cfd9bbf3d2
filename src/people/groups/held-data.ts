import type { HeldData } from '../../platform/held-data.ts'
import {
  clearMemberships,
  groupsStillJoined,
  heldGroups,
  heldMemberships,
  heldSpend,
  heldTransfers,
} from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'groups', title: '创建的课题组', closing: 'kept without contact', rows: heldGroups },
    { table: 'group_members', title: '课题组成员关系', closing: 'kept without contact', rows: heldMemberships },
    { table: 'group_transfers', title: '课题组转让', closing: 'kept without contact', rows: heldTransfers },
    { table: 'group_spend', title: '课题组额度使用', closing: 'kept by law', rows: heldSpend },
  ],
  clear: (db, account) => clearMemberships(db, account),
  obstacles: async (db, customerId) =>
    (await groupsStillJoined(db, customerId)).map(({ name, role }) =>
      role === 'owner'
        ? { text: `您是课题组「${name}」的所有者，请先转让或解散`, to: '/member/communityMg' }
        : { text: `您是课题组「${name}」的成员，请先退出`, to: '/member/communityJn' },
    ),
}
