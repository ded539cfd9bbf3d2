import { z } from 'zod'

/** What editors say to search engines; absent when they said nothing. */
export const seoField = z
  .object({ title: z.string(), description: z.string(), img: z.string(), indexed: z.enum(['yes', 'no']) })
  .optional()
