import { filesOf, keepGenerated, linkTo, readableFile } from '../../core/files/actions.ts'
import { seriesOfFile } from '../../core/curves/series-actions.ts'
import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import { type Ctx, type Customer, inTx, personOf } from '../../platform/http/ctx.ts'
import { refuseInDoubt } from '../../platform/http/in-doubt.ts'
import { type Cell, csvOf } from '../../platform/sheet/sheet.ts'
import { fromShanghai, shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { ordersInStages } from '../orders/actions.ts'
import { ordersSharedWith } from '../orders/closing/share-actions.ts'
import type { libraryFile, libraryList, libraryNote, libraryTag } from './contract.ts'
import { libraryErrors } from './errors.ts'
import { elementList, isElement } from './formula/element-rules.ts'
import { compositionOf } from './formula/formula-rules.ts'
import { doubtOf, mostChoices, mostCounted, mostListed, mostNotes, mostTags } from './rules.ts'
import {
  addTag,
  countCurves,
  type CurveFilter,
  type CurveRow,
  curvesByIds,
  deleteNote,
  dropTag,
  findCurves,
  insertNote,
  type NoteRow,
  notesOf,
  type Reader,
  tagsOf,
  valuesOf,
} from './store.ts'

/** What the caller reads: the same files as report/series opens for this account. */
export function readerOf(ctx: Ctx<Customer>): Promise<Reader> {
  return readerFor(ctx, ctx.actor.id, ctx.actor.personId !== undefined)
}

/** The same for an account whose collection somebody else opens. `asPayer`: it is the account of a group. */
export async function readerFor(ctx: Pick<Ctx, 'db'>, accountId: number, asPayer: boolean): Promise<Reader> {
  return {
    accountId,
    asPayer,
    sharedOrderIds: await ordersSharedWith(ctx, accountId),
    readable: (fileId) => readableFile(fileId, accountId),
  }
}

export async function listCurves(ctx: Ctx<Customer>, { page, size, sort, ...asked }: InputOf<typeof libraryList>) {
  const [reader, filter] = [await readerOf(ctx), filterOf(asked)]
  const offset = (page - 1) * size
  const counted = await countCurves(ctx.db, reader, filter, mostCounted + 1)
  const common = counted > mostCounted
  const shown = { sort, limit: Math.min(size, Math.max(0, mostListed - offset)), offset }
  const ids = await findCurves(ctx.db, reader, { ...filter, common }, shown)
  const list = await wired(ctx, await curvesByIds(ctx.db, reader, ids))
  return { list, total: Math.min(counted, mostCounted), totalIsCapped: common, page, size }
}

type Asked = Omit<InputOf<typeof libraryList>, 'page' | 'size' | 'sort'>

function filterOf({ composition, mode, without, shareOf, shareFrom, shareTo, from, to, ...rest }: Asked): CurveFilter {
  if (shareOf !== '' && !isElement(shareOf)) throw refuse(libraryErrors.notElements, `「${shareOf}」不是元素符号`)
  const formula = composition !== '' && mode === 'formula' ? compositionOf(composition)?.key : ''
  if (formula === undefined || (mode === 'formula' && composition !== '' && formula === ''))
    throw refuse(libraryErrors.notFormula, `「${composition}」不是化学式，请填写如 Fe2O3、La1-xSrxMnO3`)
  return {
    ...rest,
    elements: mode === 'formula' ? [] : elementsIn(composition),
    exactly: mode === 'exactly' && composition !== '',
    without: elementsIn(without),
    formula,
    share: shareOf === '' ? null : { element: shareOf, from: shareFrom, to: shareTo },
    from: from === '' ? null : fromShanghai(`${from} 00:00`),
    to: to === '' ? null : new Date(fromShanghai(`${to} 00:00`).getTime() + 86_400_000),
  }
}

/** A search never guesses: what is neither a list of elements nor a formula is refused. */
function elementsIn(text: string): string[] {
  if (text === '') return []
  const elements = elementList(text) ?? compositionOf(text)?.elements
  if (!elements) throw refuse(libraryErrors.notElements, `「${text}」不是元素或化学式，请填写如 Fe、O 或 Fe2O3`)
  return elements
}

export async function choicesOf(ctx: Ctx<Customer>) {
  const reader = await readerOf(ctx)
  const [methods, projects, tags] = [
    await valuesOf(ctx.db, reader, 'method', mostChoices + 1),
    await valuesOf(ctx.db, reader, 'project', mostChoices + 1),
    await tagsOf(ctx.db, reader.accountId, mostChoices + 1),
  ]
  const listed = (values: string[]) => values.slice(0, mostChoices)
  const more = [methods, projects, tags].some((values) => values.length > mostChoices)
  return { methods: listed(methods), projects: listed(projects), tags: listed(tags), more }
}

/** Curves as a list shows them. */
export async function wired(ctx: Pick<Ctx, 'db'>, rows: readonly CurveRow[]) {
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders = orderIds.length === 0 ? [] : await ordersInStages(ctx, { ids: orderIds })
  const stages = new Map(orders.map(({ orderNo, stage }) => [orderNo, stage]))
  return rows.map(({ orderId: _, reversed: _reversed, measuredAt, ...row }) => ({
    ...row,
    measuredAt: shanghaiTime(measuredAt),
    inDoubt: doubtOf(stages.get(row.orderNo) ?? ''),
  }))
}

/** Curves of the account with their points, all or a refusal that names what is missing. */
export async function curvesToDraw(ctx: Ctx<Customer>, ids: readonly number[]) {
  refuseInDoubt(ctx)
  const rows = await ownCurves(ctx, ids)
  return drawnCurves(ctx, ctx.actor.id, rows)
}

/** Refuses when one of the curves is not the caller's, or no longer in the library. */
export async function ownCurves(ctx: Ctx<Customer>, ids: readonly number[]): Promise<CurveRow[]> {
  const wanted = [...new Set(ids)]
  const rows = await curvesByIds(ctx.db, await readerOf(ctx), wanted)
  if (rows.length < wanted.length) throw refuse(libraryErrors.curveGone)
  return rows
}

export async function drawnCurves(ctx: Ctx, accountId: number, rows: readonly CurveRow[]) {
  const points = await pointsOf(ctx, rows)
  const [wire, notes] = [await wired(ctx, rows), await notesFor(ctx, accountId, rows)]
  return rows.map((row, i) => ({
    ...axesOf(row),
    ...(points[i] as (typeof points)[number]),
    curve: wire[i] as (typeof wire)[number],
    notes: notes.filter(({ curveId }) => curveId === row.id).map(({ curveId: _, ...note }) => note),
  }))
}

export function axesOf({ label, xLabel, yLabel, reversed }: CurveRow) {
  return { label, xLabel, yLabel, reversed }
}

/** The caller has checked who may read the curves. A file is read once, however many of its curves are drawn. */
export async function pointsOf(ctx: Ctx, rows: readonly Pick<CurveRow, 'fileId' | 'series' | 'fileName'>[]) {
  const files = await filesOf(ctx, [...new Set(rows.map(({ fileId }) => fileId))])
  const read = new Map<number, Awaited<ReturnType<typeof seriesOfFile>>>()
  for (const [fileId, file] of files) read.set(fileId, await seriesOfFile(ctx, file))
  return rows.map(({ fileId, series, fileName }) => {
    const found = read.get(fileId)?.data?.series[series]
    if (!found) throw refuse(libraryErrors.unread, `${fileName}：曲线暂时无法读取，请稍后重试`)
    return { x: found.x, y: found.y, ...(found.total === undefined ? {} : { total: found.total }) }
  })
}

export async function tagCurves(ctx: Ctx<Customer>, { ids, tag, on }: InputOf<typeof libraryTag>): Promise<void> {
  await inTx(ctx, async (inner) => {
    const rows = await ownCurves(inner, ids)
    if (!on) return dropTag(inner.db, ctx.actor.id, tag, ids)
    if (rows.some(({ tags }) => tags.length >= mostTags && !tags.includes(tag))) throw refuse(libraryErrors.tooManyTags)
    await addTag(inner.db, ctx.actor.id, tag, ids)
  })
}

export async function noteCurve(ctx: Ctx<Customer>, { id, x, text }: InputOf<typeof libraryNote>) {
  return inTx(ctx, async (inner) => {
    const [row] = await curvesByIds(inner.db, await readerOf(inner), [id])
    if (!row) throw refuse(commonErrors.notFound)
    if (row.noteCount >= mostNotes) throw refuse(libraryErrors.tooManyNotes)
    if (x !== null && (x < row.xFrom || x > row.xTo))
      throw refuse(libraryErrors.outOfRange, `位置须在 ${row.xFrom} 到 ${row.xTo} 之间`)
    const note = await insertNote(inner.db, ctx.actor.id, {
      curveId: id,
      authorId: personOf(ctx.actor),
      atX: x,
      body: text,
      createdAt: ctx.clock.now(),
    })
    const [wire] = await notesWired(inner, [note])
    const { curveId: _, ...shown } = wire as NonNullable<typeof wire>
    return shown
  })
}

export async function removeNote(ctx: Ctx<Customer>, id: number): Promise<void> {
  if ((await deleteNote(ctx.db, ctx.actor.id, id)) === 0) throw refuse(commonErrors.notFound)
}

async function notesFor(ctx: Pick<Ctx, 'db'>, accountId: number, rows: readonly Pick<CurveRow, 'id'>[]) {
  return notesWired(
    ctx,
    await notesOf(
      ctx.db,
      accountId,
      rows.map(({ id }) => id),
    ),
  )
}

async function notesWired(ctx: Pick<Ctx, 'db'>, notes: readonly NoteRow[]) {
  const authors = [...new Set(notes.flatMap(({ authorId }) => authorId ?? []))]
  const people = await customersOf(ctx, authors)
  return notes.map(({ id, curveId, authorId, atX, body, createdAt }) => ({
    id,
    curveId,
    x: atX,
    text: body,
    by: authorId === null ? '' : customerName(people.get(authorId)),
    createdAt: shanghaiTime(createdAt),
  }))
}

const columns = [
  '样品名称',
  '自编号',
  '样品编号',
  '订单号',
  '成分',
  '元素',
  '项目',
  '方法',
  '曲线',
  '横轴',
  '纵轴',
  '起点',
  '终点',
  '点数',
  '测量时间',
  '标签',
  '文件',
]

/** A link to the curves that were found, as a table. The same condition as in the list decides what may be read. */
export async function curvesFile(ctx: Ctx<Customer>, { browserKey, sort, ...asked }: InputOf<typeof libraryFile>) {
  const [reader, filter] = [await readerOf(ctx), filterOf(asked)]
  const ids = await findCurves(ctx.db, reader, filter, { sort, limit: mostListed + 1, offset: 0 })
  if (ids.length === 0) throw refuse(libraryErrors.nothingToExport)
  if (ids.length > mostListed) throw refuse(libraryErrors.tooManyToExport)
  const rows = await curvesByIds(ctx.db, reader, ids)
  const file = await keepGenerated(ctx, {
    name: `谱图库-${shanghaiDate(ctx.clock.now())}.csv`,
    mime: 'text/csv',
    bytes: csvOf([columns, ...rows.map(cellsOf)]),
    purpose: 'curveSheet',
    customerId: ctx.actor.id,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

function cellsOf(row: CurveRow): Cell[] {
  return [
    ...[row.sampleName, row.ownNo, row.sampleNo, row.orderNo, row.composition, row.elements.join(' ')],
    ...[row.project, row.method, row.label, row.xLabel, row.yLabel],
    ...[row.xFrom, row.xTo, row.points],
    ...[shanghaiTime(row.measuredAt), row.tags.join(' '), row.fileName],
  ]
}
