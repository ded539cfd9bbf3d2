import type { Actor } from './world.ts'

/** In the name of the group that pays. */
export function acting(buyer: Actor): { headers?: Record<string, string> } {
  return buyer.group ? { headers: { account: buyer.group.no } } : {}
}
