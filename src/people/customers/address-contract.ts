import { z } from 'zod'

/** An address as it travels: region names plus six-digit code, `address_rid` its id. */
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
