import type { HeldData } from '../../platform/held-data.ts'
import { clearFeeds, heldFeeds } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'calendar_feeds', title: '日历订阅', closing: 'gone', rows: heldFeeds }],
  clear: clearFeeds,
}
