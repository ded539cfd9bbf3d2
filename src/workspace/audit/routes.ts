import { listPage } from '../../core/lists/listed-actions.ts'
import { handle } from '../../platform/http/handler.ts'
import { auditLog, chainEnd, signIns } from './list-actions.ts'
import { staffAuditChain, staffAuditList, staffSignInList } from './list-contract.ts'
import type { AuditWords } from './words-actions.ts'

/** `words`: how rows are called; src/app collects them. */
export const routes = (words: AuditWords) => [
  handle(staffAuditList, (ctx, input) => listPage(ctx, auditLog(words), input)),
  handle(staffAuditChain, (ctx) => chainEnd(ctx)),
  handle(staffSignInList, (ctx, input) => listPage(ctx, signIns, input)),
]
