import { staffOrderLogCall } from '../../lab/orders/staff/staff-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import {
  addNote,
  changeNote,
  deleteNote,
  listNotes,
  noteVersions,
  ownMentions,
  pinNote,
  restoreNote,
  seeNotes,
} from './actions.ts'
import { addCall, listCalls, logPromisedCall } from './call-actions.ts'
import { callAdd, callList } from './call-contract.ts'
import {
  noteAdd,
  noteDelete,
  noteEdit,
  noteHistory,
  noteList,
  noteMentions,
  notePin,
  noteRestore,
  noteSeen,
} from './contract.ts'
import {
  addTodo,
  finishTodo,
  handOverTodo,
  listTodos,
  reopenTodo,
  snoozeTodo,
  todosOfSubject,
  waitingTodos,
} from './todo-actions.ts'
import {
  todoAbout,
  todoAdd,
  todoDone,
  todoHandOver,
  todoList,
  todoReopen,
  todoSnooze,
  todoWaiting,
} from './todo-contract.ts'

const quiet = async (work: Promise<void>) => {
  await work
  return {}
}

export const routes = [
  handle(noteList, (ctx, input) => listNotes(ctx, input)),
  handle(noteAdd, (ctx, input) => addNote(ctx, input)),
  handle(noteEdit, (ctx, input) => changeNote(ctx, input)),
  handle(notePin, (ctx, input) => quiet(pinNote(ctx, input))),
  handle(noteDelete, (ctx, input) => quiet(deleteNote(ctx, input))),
  handle(noteRestore, (ctx, input) => quiet(restoreNote(ctx, input))),
  handle(noteHistory, (ctx, input) => noteVersions(ctx, input)),
  handle(noteSeen, (ctx, input) => quiet(seeNotes(ctx, input))),
  handle(noteMentions, (ctx, input) => ownMentions(ctx, input)),
  handle(callList, (ctx, input) => listCalls(ctx, input)),
  handle(callAdd, (ctx, input) => addCall(ctx, input)),
  // Declared with the order, whose promise it keeps; it is one of the calls of the log.
  handle(staffOrderLogCall, async (ctx, { orderNo, note }) => ({
    calledAt: shanghaiTime(await logPromisedCall(ctx, orderNo, note)),
  })),
  handle(todoList, (ctx, input) => listTodos(ctx, input)),
  handle(todoAbout, (ctx, input) => todosOfSubject(ctx, input)),
  handle(todoWaiting, (ctx) => waitingTodos(ctx)),
  handle(todoAdd, (ctx, input) => addTodo(ctx, input)),
  handle(todoDone, (ctx, input) => quiet(finishTodo(ctx, input))),
  handle(todoReopen, (ctx, input) => quiet(reopenTodo(ctx, input))),
  handle(todoSnooze, (ctx, input) => snoozeTodo(ctx, input)),
  handle(todoHandOver, (ctx, input) => quiet(handOverTodo(ctx, input))),
]
