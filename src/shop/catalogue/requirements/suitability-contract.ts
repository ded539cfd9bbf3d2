import { z } from 'zod'
import { hazards } from './hazard-rules.ts'
import { sampleForms } from './requirement-rules.ts'

export const suitabilityRule = z.object({
  forms: z.array(z.enum(sampleForms)).optional(),
  hazards: z.array(z.enum(hazards)).optional(),
  contains: z.array(z.string()).optional(),
  only: z.array(z.string()).optional(),
  words: z.array(z.string()).optional(),
  effect: z.enum(['refuse', 'warn']),
  why: z.string(),
  instead: z.string().optional(),
})
/** Projects that rules of suitability name by their slug. */
export const alternativeProjects = z.array(z.object({ slug: z.string(), rid: z.number().int(), name: z.string() }))
