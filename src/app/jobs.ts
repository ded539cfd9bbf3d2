import * as reports from '../reports/jobs.ts'
import * as contracts from '../contracts/jobs.ts'
import { handlers as catalogue } from '../catalogue/jobs.ts'
import { handlers as content } from '../content/jobs.ts'
import { subscribers as credit } from '../credit/jobs.ts'
import { periodicWork as accounts } from '../accounts/jobs.ts'
import { periodicWork as files } from '../files/jobs.ts'
import { periodicWork as ledger } from '../ledger/jobs.ts'
import * as notices from '../notices/jobs.ts'
import * as orders from '../orders/jobs.ts'
import { handlers as privacy } from '../privacy/jobs.ts'
import * as safety from '../safety/jobs.ts'
import { periodicWork as upkeep } from '../upkeep/jobs.ts'
import { handlers as demands } from '../demands/jobs.ts'
import { handlers as reservations } from '../reservations/jobs.ts'
import { handlers as samples } from '../samples/jobs.ts'
import { handlers as settlements } from '../settlements/jobs.ts'
import type { JobRegistry } from '../platform/jobs/worker.ts'

/** Every subscriber of an event, every handler of a job, and all work that comes round by itself. */
export const jobs: JobRegistry = {
  subscribers: [
    ...notices.subscribers,
    ...credit,
    ...orders.subscribers,
    ...contracts.subscribers,
    ...reports.subscribers,
  ],
  handlers: [
    ...catalogue,
    ...content,
    ...notices.handlers,
    ...privacy,
    ...safety.handlers,
    ...orders.handlers,
    ...samples,
    ...reservations,
    ...settlements,
    ...contracts.handlers,
    ...reports.handlers,
    ...demands,
  ],
  periodic: [...upkeep, ...accounts, ...files, ...ledger, ...safety.periodicWork],
}
