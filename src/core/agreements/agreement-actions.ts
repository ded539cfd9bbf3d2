import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx } from '../../platform/http/ctx.ts'
import { shanghaiDate } from '../../platform/time.ts'
import {
  type AgreementName,
  type AgreementSlug,
  agreements,
  isAgreementSlug,
  versionLabel,
  versionNumber,
} from './agreement-rules.ts'
import {
  type AgreementVersion,
  insertFirstVersion,
  insertVersion,
  versionOf,
  versionsInForce,
} from './agreement-store.ts'

type DbCtx = Pick<Ctx, 'db'>

/** The version in force, as a consent keeps it; of two texts that are agreed to together both versions are named. */
export async function agreementVersion(ctx: DbCtx, name: AgreementName): Promise<string> {
  const slugs: readonly AgreementSlug[] = agreements[name]
  const inForce = await versionsInForce(ctx.db, slugs)
  const labels = slugs.map((slug) => labelOf(inForce.find((each) => each.slug === slug)))
  return new Set(labels).size === 1 ? (labels[0] as string) : labels.join('/')
}

/** The texts of a version: the one in force, or an earlier one that somebody agreed to. HTML with placeholders for settings. */
export async function agreementTexts(
  ctx: DbCtx,
  name: AgreementName,
  version: string,
): Promise<{ title: string; html: string }[]> {
  const wanted = version.split('/')
  return Promise.all(agreements[name].map((slug, index) => textOf(ctx, slug, wanted[index] ?? wanted[0] ?? '')))
}

/** Keeps the first text of a new installation, in the transaction that adds the page. */
export async function recordFirstAgreement(
  ctx: Ctx,
  text: { slug: string; title: string; html: string },
): Promise<void> {
  const { slug, title, html } = text
  if (isAgreementSlug(slug)) await insertFirstVersion(ctx.db, { slug, title, html })
}

/** Keeps what an editor has just published, in the same transaction; a page that nobody agrees to is left out. */
export async function recordAgreementVersion(
  ctx: Ctx,
  text: { slug: string; version: number; title: string; html: string },
): Promise<void> {
  const { slug, version, title, html } = text
  if (!isAgreementSlug(slug)) return
  await insertVersion(ctx.db, { slug, version, title, html, publishedAt: ctx.clock.now() })
}

async function textOf(ctx: DbCtx, slug: AgreementSlug, label: string): Promise<{ title: string; html: string }> {
  const number = versionNumber(label)
  const found = number === undefined ? undefined : await versionOf(ctx.db, slug, number)
  if (!found || labelOf(found) !== label) throw refuse(commonErrors.notFound)
  return { title: found.title, html: found.html }
}

function labelOf(row: Pick<AgreementVersion, 'version' | 'publishedAt'> | undefined): string {
  return versionLabel(row?.publishedAt ? { version: row.version, day: shanghaiDate(row.publishedAt) } : undefined)
}
