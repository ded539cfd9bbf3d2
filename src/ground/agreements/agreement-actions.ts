import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import { siteSettings } from '../settings/actions.ts'
import type { webAgreement } from './agreement-contract.ts'
import { type AgreementName, agreements, versionLabel, versionNumber } from './agreement-rules.ts'
import { publishedTexts, textOfVersion } from './agreement-store.ts'
import { type PageSlug, pageSections } from '../../shop/articles/page-rules.ts'
import { pageBySlug } from '../../shop/articles/store.ts'

type DbCtx = Pick<Ctx, 'db'>

/** The version in force, as a consent keeps it; of two texts agreed to together both are said. */
export async function agreementVersion(ctx: DbCtx, name: AgreementName): Promise<string> {
  const labels = await labelsOf(ctx, agreements[name])
  return new Set(labels).size === 1 ? (labels[0] as string) : labels.join('/')
}

/** The text of an agreement: the one in force, or an earlier one that somebody agreed to. */
export async function agreementText(
  ctx: DbCtx,
  { name, version }: InputOf<typeof webAgreement>,
): Promise<OutputOf<typeof webAgreement>> {
  const inForce = await agreementVersion(ctx, name)
  const slugs = agreements[name]
  const wanted = (version === '' ? inForce : version).split('/')
  const settings = await siteSettings(ctx)
  const texts = await Promise.all(
    slugs.map(async (slug, index) => {
      const row = await textOf(ctx, slug, wanted[index] ?? wanted[0] ?? '')
      return { title: row.title, sections: pageSections(row.body, settings) }
    }),
  )
  return { name, version: version === '' ? inForce : version, inForce, texts }
}

async function textOf(ctx: DbCtx, slug: PageSlug, label: string): Promise<{ title: string; body: string }> {
  const number = versionNumber(label)
  if (number === undefined) throw refuse(commonErrors.notFound)
  const [current] = await labelsOf(ctx, [slug])
  if (label === current) {
    const page = await pageBySlug(ctx.db, slug)
    if (page) return { title: page.title, body: page.bodyHtml }
  }
  const old = await textOfVersion(ctx.db, slug, number)
  const isSame = old && (number === 0 || (old.publishedAt && versionLabel(dated(number, old.publishedAt)) === label))
  if (!isSame) throw refuse(commonErrors.notFound)
  return { title: String(old.data.title ?? ''), body: String(old.data.body ?? '') }
}

async function labelsOf(ctx: DbCtx, slugs: readonly PageSlug[]): Promise<string[]> {
  const published = await publishedTexts(ctx.db, slugs)
  return slugs.map((slug) => {
    const row = published.find((each) => each.slug === slug)
    return versionLabel(row && dated(row.version, row.publishedAt))
  })
}

function dated(version: number, publishedAt: Date) {
  return { version, day: shanghaiDate(publishedAt) }
}
