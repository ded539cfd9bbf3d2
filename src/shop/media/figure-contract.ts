import { z } from 'zod'

/** A drawing's data: its kind and numbers. */
export const figureSchema = z.looseObject({ kind: z.string().max(40) })
