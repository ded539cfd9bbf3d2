import type { HeldData } from '../../platform/held-data.ts'
import { clearAnalyses, heldAnalyses } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [{ table: 'curve_analyses', title: '保存的曲线分析', closing: 'gone', rows: heldAnalyses }],
  clear: clearAnalyses,
}
