import { handlers as filesJobs } from '../files/jobs.ts'
import * as notices from '../notices/jobs.ts'
import type { JobRegistry } from '../platform/jobs/worker.ts'

/** Every subscriber of an event and every handler of a job. */
export const jobs: JobRegistry = {
  subscribers: [...notices.subscribers],
  handlers: [...notices.handlers, ...filesJobs],
}
