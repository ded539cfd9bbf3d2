import type { HeldData } from '../../platform/held-data.ts'
import { clearNotes, heldCalls, heldNotes, heldTodos } from './held-data-store.ts'

export const heldData: HeldData = {
  tables: [
    { table: 'notes', title: '工作人员的内部备注', closing: 'gone', read: heldNotes },
    { table: 'call_records', title: '通话记录', closing: 'kept as proof', read: heldCalls },
    { table: 'todos', title: '与您有关的待办', closing: 'gone', read: heldTodos },
  ],
  clear: (db, { customerId }) => clearNotes(db, customerId),
}
