import type { HeldData } from '../../platform/held-data.ts'
import { heldRewards } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'invite_rewards', title: '邀请奖励', closing: 'kept by law', rows: heldRewards }],
}
