import { periodic } from '../../platform/jobs/periodic.ts'
import { daily } from '../../platform/jobs/schedule.ts'
import { sweepNotes } from './actions.ts'
import { tellDueTodos } from './todo-actions.ts'

const EVERY_HOURS = 1 / 12

export const periodicWork = [
  periodic('todos.tell-due', EVERY_HOURS, tellDueTodos),
  periodic('notes.sweep', daily('03:50'), async (ctx) => {
    ctx.log.info({ notes: await sweepNotes(ctx) }, 'deleted notes erased')
  }),
]
