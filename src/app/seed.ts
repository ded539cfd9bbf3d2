import { seedAccounts } from '../../demo/accounts.ts'
import { seedCatalogue } from '../../demo/catalogue/demo.ts'
import { seedContent } from '../../demo/content/demo.ts'
import { type Services, systemCtx } from '../platform/http/ctx.ts'
import { seedPrestore } from '../../demo/prestore.ts'
import { seedSettings } from '../../demo/settings.ts'

/**
 * Fills an empty database with what the configuration asks for: the demo house (catalogue, texts and contact details) and, where
 * published passwords are allowed, its accounts. A house of its own gets neither: what it says of itself must not be invented.
 * Running it again changes nothing and takes a few reads.
 */
export async function seed(services: Services): Promise<void> {
  const ctx = systemCtx(services)
  if (ctx.config.demoCatalogue) {
    await seedSettings(ctx)
    await seedCatalogue(ctx)
    await seedContent(ctx)
  }
  if (ctx.config.demo) {
    await seedAccounts(ctx)
    await seedPrestore(ctx)
  }
}
