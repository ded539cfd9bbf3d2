import { writeCsv } from '../../../core/curves/formats/csv-write-rules.ts'
import { writeJcamp } from '../../../core/curves/formats/jcamp-write-rules.ts'
import { isComplete } from '../../../core/curves/formats/written-rules.ts'
import { mayHoldSeries } from '../../../core/curves/file-rules.ts'
import { detachAll, filesOf, keepGenerated } from '../../../core/files/actions.ts'
import { type Ctx, inTx } from '../../../platform/http/ctx.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { writePackageJob } from '../events.ts'
import { writtenOf } from '../record-actions.ts'
import { crateOf, type PackedFile, type PackedOrder, sumsOf } from './crate-rules.ts'
import {
  advancePackage,
  deletePackage,
  packageById,
  type PackageContent,
  type PackageRow,
  type WrittenFile,
} from './package-store.ts'
import { readmeOf } from './readme-rules.ts'

/** Data files whose curves are written by one run of the job, so that a run ends well before its lease. */
const perPart = 4

const ownerOf = (id: number) => `data-package:${id}`

interface Piece {
  path: string
  mime: string
  bytes: Uint8Array
  about?: Pick<PackedFile, 'source' | 'sampleNo'>
}

/** Writes the curves of some files and queues the next part; the last one describes the package. A part that runs again leaves nothing twice. */
export async function writePart(ctx: Ctx, { id, done }: { id: number; done: number }): Promise<void> {
  const row = await packageById(ctx.db, id)
  if (!row || row.done !== done || row.finishedAt) return
  const part = row.content.files.slice(done, done + perPart)
  const pieces = await curvePieces(ctx, row, part)
  await inTx(ctx, async (inner) => {
    const to = done + part.length
    const isLast = to >= row.content.files.length
    const curves = await kept(inner, row, pieces)
    const rest = isLast ? await describe(inner, row, [...row.written, ...curves]) : []
    const written = [...curves, ...rest]
    const moved = await advancePackage(inner.db, id, { from: done, to, written }, isLast ? ctx.clock.now() : null)
    if (moved === 0) throw new Error(`package ${id} was advanced by another run`)
    if (!isLast) await enqueue(inner, writePackageJob, { id, done: to })
  })
}

/** After a day; the sweeper removes the bytes. */
export async function dropPackage(ctx: Ctx, id: number): Promise<void> {
  await inTx(ctx, async (inner) => {
    await deletePackage(inner.db, id)
    await detachAll(inner, ownerOf(id))
  })
}

async function curvePieces(ctx: Ctx, row: PackageRow, part: PackageContent['files']): Promise<Piece[]> {
  const stored = await filesOf(
    ctx,
    part.map((file) => file.id),
  )
  const pieces: Piece[] = []
  for (const entry of part) {
    const file = stored.get(entry.id)
    if (!file || !mayHoldSeries(entry.name)) continue
    const { laboratory, records } = row.content.order
    const tests = records.map((record) => ({ ...record, startedAt: plainTime(record.startedAt), measured: [] }))
    const written = await writtenOf(ctx, file, {
      ...entry,
      laboratory,
      tests: tests.map((test) => ({ ...test, sampleNos: [...test.sampleNos] })),
    })
    if (!written) continue
    const base = entry.path.replace(/^data\//, 'curves/')
    const about = { source: entry.path, sampleNo: entry.sampleNo }
    const mark = isComplete(written) ? '' : '-reduced'
    const text = (path: string, mime: string, content: string) =>
      pieces.push({ path, mime, bytes: Buffer.from(content), about })
    text(`${base}${mark}.csv`, 'text/csv', writeCsv(written))
    for (const at of written.curves.keys())
      text(
        `${base}${written.curves.length > 1 ? `-${at + 1}` : ''}${mark}.jdx`,
        'chemical/x-jcamp-dx',
        writeJcamp(written, at),
      )
  }
  return pieces
}

function plainTime(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}

/** README, description and sums, in this order: each names the ones before. */
async function describe(ctx: Ctx, row: PackageRow, written: readonly WrittenFile[]): Promise<WrittenFile[]> {
  const files = [...row.content.files, ...written]
  const order: Omit<PackedOrder, 'readme'> = { ...row.content.order, licence: row.licence, files }
  const text = (path: string, mime: string, content: string): Piece => ({ path, mime, bytes: Buffer.from(content) })
  const readme = await kept(ctx, row, [text('README.md', 'text/markdown', readmeOf(order, notesOf(row, written)))])
  const { size, sha256 } = readme[0] as WrittenFile
  const crate = await kept(ctx, row, [
    text('ro-crate-metadata.json', 'application/ld+json', crateOf({ ...order, readme: { size, sha256 } })),
  ])
  const sums = await kept(ctx, row, [text('SHA256SUMS', 'text/plain', sumsOf([...files, ...readme, ...crate]))])
  return [...readme, ...crate, ...sums]
}

function notesOf(row: PackageRow, written: readonly WrittenFile[]): { zh: string[]; en: string[] } {
  const reduced = written.some(({ path }) => /-reduced\.(?:csv|jdx)$/.test(path))
  const sources = new Set(written.map(({ source }) => source))
  const without = row.content.files.filter(({ path }) => !sources.has(path)).length
  return {
    zh: [
      ...(reduced ? ['文件名含 -reduced 的曲线超过 10 万点，按区段取最大和最小值；全部数据点见原始文件'] : []),
      ...(without > 0 ? [`${without} 个文件没有可读出的曲线，只有原始文件`] : []),
    ],
    en: [
      ...(reduced
        ? [
            'Curves with -reduced in their names had more than 100,000 points: the lowest and highest of each stretch are kept; the data files hold all',
          ]
        : []),
      ...(without > 0
        ? [`${without} file(s) hold no curve that could be read and are included as delivered only`]
        : []),
    ],
  }
}

async function kept(ctx: Ctx, row: PackageRow, pieces: readonly Piece[]): Promise<WrittenFile[]> {
  const files: WrittenFile[] = []
  for (const { path, mime, bytes, about } of pieces) {
    const file = await keepGenerated(ctx, {
      name: path.split('/').at(-1) as string,
      mime,
      bytes,
      purpose: 'paperKit',
      customerId: row.customerId,
      attachedTo: ownerOf(row.id),
    })
    const { id, size, sha256 } = file
    files.push({ id, path, size, sha256, mime, kind: 'curve', sampleNo: '', ...about })
  }
  return files
}
