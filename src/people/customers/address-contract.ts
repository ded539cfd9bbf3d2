import { z } from 'zod'

/** An address in calls: names of the region, its six-digit code, and the id as `address_rid`. */
export const addressWire = z.object({
  address_rid: z.number(),
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  area: z.string(),
  address: z.string(),
  address_code: z.string(),
  default: z.boolean(),
})
export type AddressWire = z.output<typeof addressWire>
