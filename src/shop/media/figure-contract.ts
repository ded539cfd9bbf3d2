import { z } from 'zod'
import { figureKindNames } from './figure-rules.ts'

/** The data of a drawing: its kind and the numbers of that kind. */
export const figureSchema = z.looseObject({ kind: z.enum(figureKindNames) })
