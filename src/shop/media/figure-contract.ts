import { z } from 'zod'

/** The data of a drawing: its kind and the numbers of that kind. */
export const figureSchema = z.looseObject({ kind: z.string().max(40) })
