import { subscribers as credit } from '../credit/jobs.ts'
import { handlers as filesJobs } from '../files/jobs.ts'
import * as notices from '../notices/jobs.ts'
import type { JobRegistry } from '../platform/jobs/worker.ts'

/** Every subscriber of an event and every handler of a job. */
export const jobs: JobRegistry = {
  subscribers: [...notices.subscribers, ...credit],
  handlers: [...notices.handlers, ...filesJobs],
}
