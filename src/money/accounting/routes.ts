import { type Handler, handle } from '../../platform/http/handler.ts'

import { accountCodes, journalFile, journals, makeJournal, saveCodes } from './actions.ts'
import {
  staffAccountCodes,
  staffAccountCodesSave,
  staffJournalFile,
  staffJournalMake,
  staffJournals,
} from './contract.ts'

export const routes: Handler[] = [
  handle(staffJournals, (ctx, input) => journals(ctx, input)),
  handle(staffJournalMake, (ctx, input) => makeJournal(ctx, input)),
  handle(staffJournalFile, (ctx, input) => journalFile(ctx, input)),
  handle(staffAccountCodes, (ctx) => accountCodes(ctx)),
  handle(staffAccountCodesSave, async (ctx, input) => {
    await saveCodes(ctx, input)
    return {}
  }),
]
