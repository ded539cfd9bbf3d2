import { agreementTexts, agreementVersion, recordAgreementVersion } from '../../core/agreements/agreement-actions.ts'
import type { webAgreement } from '../../core/agreements/agreement-contract.ts'
import { siteSettings } from '../../core/settings/actions.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { pageSections } from './page-rules.ts'
import { pageById } from './store.ts'

/** The text of an agreement as visitors read it: the version in force, or an earlier one. */
export async function agreementPage(
  ctx: Pick<Ctx, 'db'>,
  { name, version }: InputOf<typeof webAgreement>,
): Promise<OutputOf<typeof webAgreement>> {
  const inForce = await agreementVersion(ctx, name)
  const shown = version || inForce
  const settings = await siteSettings(ctx)
  const texts = await agreementTexts(ctx, name, shown)
  return {
    name,
    version: shown,
    inForce,
    texts: texts.map(({ title, html }) => ({ title, sections: pageSections(html, settings) })),
  }
}

/** For publishing a page, in its transaction: the agreements keep every version that was in force. */
export async function recordPublishedPage(ctx: Ctx, id: number, version: number): Promise<void> {
  const page = await pageById(ctx.db, id)
  if (page) await recordAgreementVersion(ctx, { slug: page.slug, version, title: page.title, html: page.bodyHtml })
}
