import type { HeldData } from '../../platform/held-data.ts'
import { clearNotes, heldCalls, heldNotes, heldTodos } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'notes', title: '工作人员的内部备注', closing: 'gone', rows: heldNotes },
    { table: 'call_records', title: '通话记录', closing: 'kept as proof', rows: heldCalls },
    { table: 'todos', title: '与您有关的待办', closing: 'gone', rows: heldTodos },
  ],
  clear: (db, { customerId }) => clearNotes(db, customerId),
}
