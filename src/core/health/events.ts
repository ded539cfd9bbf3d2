import { z } from 'zod'
import { defineJob } from '../../platform/jobs/declared.ts'

/** Looks at the system now, because somebody waits for it. */
export const lookJob = defineJob('health.look', z.object({}), { awaited: true })
