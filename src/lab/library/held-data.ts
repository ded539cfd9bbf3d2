import type { HeldData } from '../../platform/held-data.ts'
import { clearLibrary, heldCollections, heldCurves, heldNotes, heldTags } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    {
      table: 'library_curves',
      title: '谱图库的曲线（取自已交付的数据文件）',
      closing: 'kept by law',
      rows: heldCurves,
    },
    { table: 'library_tags', title: '曲线的标签', closing: 'gone', rows: heldTags },
    { table: 'library_notes', title: '曲线的备注', closing: 'gone', rows: heldNotes },
    { table: 'library_collections', title: '谱图集', closing: 'gone', rows: heldCollections },
  ],
  clear: clearLibrary,
}
