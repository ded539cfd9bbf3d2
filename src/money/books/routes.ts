import { listPage } from '../../core/lists/listed-actions.ts'
import { type Handler, handle } from '../../platform/http/handler.ts'
import {
  staffBookRun,
  staffBookRuns,
  staffCheckBooks,
  staffCloseDay,
  staffDay,
  staffDayList,
  staffOpenDays,
} from './contract.ts'
import { closeDays, dayForStaff, days, openDays } from './day-actions.ts'
import { bookRun, bookRuns, type BookChecks, checkBooksNow } from './run-actions.ts'

export const routes = (checks: BookChecks): Handler[] => [
  handle(staffBookRuns, (ctx, input) => bookRuns(ctx, input)),
  handle(staffBookRun, (ctx, { id }) => bookRun(ctx, checks, id)),
  handle(staffCheckBooks, (ctx) => checkBooksNow(ctx, checks)),
  handle(staffDayList, (ctx, input) => listPage(ctx, days, input)),
  handle(staffDay, (ctx, { day }) => dayForStaff(ctx, day)),
  handle(staffOpenDays, (ctx) => openDays(ctx)),
  handle(staffCloseDay, (ctx, { day }) => closeDays(ctx, day)),
]
