import type { Readable } from 'node:stream'
import { projectItems } from '../catalogue/actions.ts'
import { detachFiles, keepGenerated } from '../../core/files/actions.ts'
import { type Ctx, inTx } from '../../platform/http/ctx.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { pendingRuns, runWorker } from '../../platform/child-work.ts'
import type { FigureData } from '../media/figure-rules.ts'
import { cardName, cardSubject, type SharedPage } from './share-card-rules.ts'
import { cardByName, deleteOlderCards, insertCard } from './share-card-store.ts'
import type { CardDrawing } from './share-card-worker.ts'
import { sharedArticle } from '../articles/actions.ts'

/** Most cards that may wait to be drawn; beyond this the site's own picture is used for now. */
const MOST_WAITING = 8
const MOST_SECONDS = 20
const worker = new URL('./share-card-worker.ts', import.meta.url)

export type DrawFigure = (figure: FigureData | null, name: string, seed: number) => string
export type ShareCard =
  | { kind: 'card'; bytes: Readable }
  /** The page has changed since; its card has another name. */
  | { kind: 'moved'; name: string }
  | { kind: 'busy' }

const drawing = new Map<string, Promise<string | undefined>>()

/** The card under a public name, drawn at the first request; undefined for a page that does not exist. */
export async function shareCard(ctx: Ctx, name: string, draw: DrawFigure): Promise<ShareCard | undefined> {
  const subject = cardSubject(name)
  if (!subject) return undefined
  const known = await cardByName(ctx.db, name)
  if (known) return { kind: 'card', bytes: await ctx.files.open(known.storageKey) }
  const page = await sharedPage(ctx, subject)
  if (!page) return undefined
  const siteName = await readSetting(ctx, 'siteName')
  const current = cardName(page, siteName)
  if (current !== name) return { kind: 'moved', name: current }
  const key = await drawnOnce(name, () =>
    drawCard(ctx, { name, page }, { svg: draw(page.figure, page.title, page.id), title: page.title, siteName }),
  )
  return key === undefined ? { kind: 'busy' } : { kind: 'card', bytes: await ctx.files.open(key) }
}

async function sharedPage(
  ctx: Ctx,
  { kind, id }: { kind: SharedPage['kind']; id: number },
): Promise<(SharedPage & { figure: FigureData | null }) | undefined> {
  if (kind === 'project') {
    const [project] = await projectItems(ctx, [id])
    return project && { kind, id, title: project.name, img: project.img, figure: project.figure }
  }
  const row = await sharedArticle(ctx, id)
  return row && { kind, id, title: row.title, img: row.img, figure: row.figure }
}

/** Requests that arrive while a card is being drawn wait for the same drawing. */
function drawnOnce(name: string, draw: () => Promise<string | undefined>): Promise<string | undefined> {
  const running = drawing.get(name)
  if (running) return running
  if (pendingRuns(worker) >= MOST_WAITING) return Promise.resolve(undefined)
  const started = draw().finally(() => drawing.delete(name))
  drawing.set(name, started)
  return started
}

async function drawCard(
  ctx: Ctx,
  { name, page }: { name: string; page: SharedPage },
  card: CardDrawing,
): Promise<string | undefined> {
  const bytes = await runWorker<Uint8Array>(worker, card, MOST_SECONDS)
  if (!bytes) return undefined
  const subject = `${page.kind}-${page.id}`
  return inTx(ctx, async (inner) => {
    const kept = await keepGenerated(inner, {
      name,
      mime: 'image/jpeg',
      bytes,
      purpose: 'picture',
      customerId: null,
      attachedTo: `share:${subject}`,
    })
    const old = await deleteOlderCards(inner.db, subject, name)
    const isFirst =
      (await insertCard(inner.db, { name, subject, fileId: kept.id, storageKey: kept.storageKey }, ctx.clock.now())) > 0
    await detachFiles(inner, [...old.map(({ fileId }) => fileId), ...(isFirst ? [] : [kept.id])])
    return isFirst ? kept.storageKey : (await cardByName(inner.db, name))?.storageKey
  })
}
