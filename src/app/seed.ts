import { seedAccounts } from '../accounts/demo.ts'
import { seedCatalogue } from '../catalogue/demo.ts'
import { seedContent } from '../content/demo.ts'
import { type Services, systemCtx } from '../platform/http/ctx.ts'
import { seedPrestore } from '../prestore/demo.ts'
import { seedSettings } from '../settings/demo.ts'

/** Fills an empty database with the demo catalogue and, where the configuration allows it, the demo accounts. Running it again changes nothing. */
export async function seed(services: Services): Promise<void> {
  const ctx = systemCtx(services)
  await seedSettings(ctx)
  await seedCatalogue(ctx)
  await seedContent(ctx)
  if (ctx.config.demo) {
    await seedAccounts(ctx)
    await seedPrestore(ctx)
  }
}
