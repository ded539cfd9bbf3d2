import { z } from 'zod'
import { figureSchema } from '../media/figure-contract.ts'

export const caseItem = z.object({
  rid: z.number().int(),
  title: z.string(),
  img: z.string(),
  figure: figureSchema.nullable(),
  sketch: z.string(),
  created: z.string(),
  source: z.string(),
})
