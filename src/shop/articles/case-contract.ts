import { z } from 'zod'

/** A drawing's data: its kind and numbers. */
export const figureSchema = z.looseObject({ kind: z.string().max(40) })

export const caseItem = z.object({
  rid: z.number().int(),
  title: z.string(),
  img: z.string(),
  figure: figureSchema.nullable(),
  sketch: z.string(),
  created: z.string(),
  source: z.string(),
})
