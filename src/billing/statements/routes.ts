import { handle } from '../../platform/http/handler.ts'
import { statementOf } from './actions.ts'
import { batches, batchZip, findCustomers, startBatch } from './batch-actions.ts'
import {
  staffStatementBatch,
  staffStatementBatches,
  staffStatementFile,
  staffStatementFind,
  staffStatementShow,
  staffStatementZip,
  statementFile,
  statementMail,
  statementPeriods,
  statementShow,
} from './contract.ts'
import { openedAtOf } from '../../people/customers/actions.ts'
import { statementLink } from './file-actions.ts'
import { askForMail } from './mail-actions.ts'
import { monthsUntil, yearsUntil } from './rules.ts'

export const routes = [
  handle(statementPeriods, async (ctx) => {
    const [now, openedAt] = [ctx.clock.now(), await openedAtOf(ctx, ctx.actor.id)]
    return { months: monthsUntil(now, openedAt), years: yearsUntil(now, openedAt) }
  }),
  handle(statementShow, (ctx, { period }) => statementOf(ctx, ctx.actor.id, period)),
  handle(statementFile, (ctx, input) => statementLink(ctx, ctx.actor.id, input)),
  handle(statementMail, (ctx, { period }) => askForMail(ctx, period)),
  handle(staffStatementShow, (ctx, { customerId, period }) => statementOf(ctx, customerId, period)),
  handle(staffStatementFile, (ctx, { customerId, ...input }) => statementLink(ctx, customerId, input)),
  handle(staffStatementFind, (ctx, { kw }) => findCustomers(ctx, kw)),
  handle(staffStatementBatch, (ctx, { month }) => startBatch(ctx, month)),
  handle(staffStatementBatches, (ctx, input) => batches(ctx, input)),
  handle(staffStatementZip, (ctx, { id, browserKey }) => batchZip(ctx, id, browserKey)),
]
