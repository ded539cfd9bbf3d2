import { z } from 'zod'

/** What stands against closing an account or dissolving a group, each with the page where it is settled. */
export const toSettleFields = z.array(z.object({ text: z.string(), to: z.string() })).optional()
