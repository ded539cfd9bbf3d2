import { tellChannels } from '../../demo/channel-trades.ts'
import { loadLife } from '../../demo/life/load.ts'
import { isEmpty } from '../../demo/life/empty.ts'
import { seedCatalogue } from '../../demo/catalogue/seed.ts'
import { seedCoupons } from '../../demo/coupons.ts'
import { seedContent } from '../../demo/content/seed.ts'
import { addServiceTypes } from '../shop/catalogue/service-type-actions.ts'
import { addFirstPages } from '../shop/articles/first-page-actions.ts'
import { type Services, systemCtx } from '../platform/http/ctx.ts'
import { seedPrestore } from '../../demo/prestore.ts'
import { seedWithdrawals } from '../../demo/withdrawals.ts'
import { seedPoints } from '../../demo/points.ts'
import { seedShelves } from '../../demo/shelves.ts'
import { seedControlCharts } from '../../demo/control-charts.ts'
import { seedInstruments } from '../../demo/instruments.ts'
import { seedPeople } from '../../demo/groups.ts'
import { seedSettings } from '../../demo/settings.ts'

/**
 * Gives every installation its first texts (agreement, terms, privacy policy and the other pages of text) and the three types of service. Adds what the configuration
 * asks for: the demo laboratory (catalogue, texts and contact details) and, where published passwords are allowed, its accounts.
 * An installation without demo data gets neither, because statements about a real laboratory must not be invented.
 * Running it again changes nothing and needs only a few reads. `withControlCharts`: false before the life of the demo is made, whose charts are
 * those of its last day.
 */
export async function seed(services: Services, { withControlCharts = true } = {}): Promise<void> {
  const ctx = systemCtx(services)
  if (ctx.config.demoLife && (await isEmpty(ctx))) {
    await loadLife(ctx)
    await tellChannels(ctx)
  }
  await addFirstPages(ctx)
  if (ctx.config.demoCatalogue) {
    await seedSettings(ctx)
    await seedCatalogue(ctx)
    await seedContent(ctx)
  }
  await addServiceTypes(ctx)
  if (ctx.config.demo) {
    await seedPeople(ctx)
    await seedInstruments(ctx)
    if (withControlCharts) await seedControlCharts(ctx)
    await seedShelves(ctx)
    await seedPrestore(ctx)
    await seedWithdrawals(ctx)
    await seedPoints(ctx, await seedCoupons(ctx))
  }
}
