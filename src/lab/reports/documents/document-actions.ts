import { buffer } from 'node:stream/consumers'
import { customerOf } from '../../../people/customers/actions.ts'
import { filesOf } from '../../../core/files/actions.ts'
import { orderForLab } from '../../orders/actions.ts'
import type { Ctx } from '../../../platform/http/ctx.ts'
import type { PdfBlock, PdfDocument } from '../../../platform/pdf/document.ts'
import { shanghaiTime } from '../../../platform/time.ts'
import { readSettings } from '../../../core/settings/actions.ts'
import { accreditationNote } from '../../../core/settings/accreditation-rules.ts'
import { namesOfStaff } from '../../../core/staff/actions.ts'
import { mayHoldSeries } from '../../../core/curves/file-rules.ts'
import { fileTable, letterhead, lineBlocks, type Measured, sampleTable, signatures } from './report-blocks.ts'
import { filesOfEdition } from './edition-rules.ts'
import { printedTerms } from './template-rules.ts'
import { recordsOfReport, reportLifecycle, spacedCode } from '../rules.ts'
import { curvesOf } from '../../../core/curves/series-actions.ts'
import { allRecords, type RecordRow, type ReportRow, resultsOf } from '../store.ts'

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

/** What is printed. Without a code it is a preview: nothing is published, and there is nothing to verify. */
export type PrintedReport = Omit<ReportRow, 'id' | 'pdfFileId' | 'code'> & { code?: string }

/**
 * The printed report: what was tested, how and by whom, the results, the checksum of every file, and the verification code. It always
 * shows the results of this edition. When the edition is replaced or withdrawn, or is a preview, a stamp says so.
 */
export async function reportDocument(ctx: Ctx, report: PrintedReport): Promise<PdfDocument> {
  const order = await orderForLab(ctx, report.orderId)
  const records = recordsOfReport(await allRecords(ctx.db, report.orderId), report.orderVersion)
  const measured = await measuredFiles(ctx, report)
  const reviewerId = report.reviewerId ?? order.reviewerId
  const names = await namesOfStaff(ctx, [
    ...records.map((record) => record.operatorId),
    ...(reviewerId === null ? [] : [reviewerId]),
  ])
  const { siteName, localInfo, accreditedProjects, reportTerms } = await readSettings(ctx, [
    'siteName',
    'localInfo',
    'accreditedProjects',
    'reportTerms',
  ])
  const printed = report.printed ?? printedTerms(reportTerms, order.lines)
  const photos = await samplePhotos(ctx, order, report.publishedAt)
  const note = accreditationNote(
    order.lines.map((line) => line.rid),
    accreditedProjects,
  )
  const verification = verificationOf(ctx, report.code)
  return {
    title: `检测报告 ${report.orderNo}`,
    mark: verification?.mark ?? '预览，未发布',
    owner: `${siteName}　${localInfo.phone}`,
    stamp: stampOf(report),
    blocks: [
      letterhead(printed.labName || siteName, localInfo),
      {
        kind: 'title',
        text: '检测报告',
        sub: `订单号 ${report.orderNo}　第 ${report.edition} 版　${shanghaiTime(report.publishedAt)}`,
        code: verification?.code,
      },
      ...(await overview(ctx, report, order)),
      { kind: 'heading', text: '样品' },
      sampleTable(order),
      ...(photos.length > 0 ? [{ kind: 'pictures', items: photos } as const] : []),
      ...order.lines.flatMap((line) => lineBlocks(order, line, records, measured, printed.templates[line.id])),
      { kind: 'heading', text: '数据文件' },
      fileTable(measured),
      {
        kind: 'paragraph',
        text: `检测结果仅对收到的样品负责。数据文件以 SHA-256 校验值为准。${verification?.how ?? ''}`,
      },
      ...(note === '' ? [] : [{ kind: 'paragraph', text: note } as const]),
      signatures({
        tester: testersOf(records, names),
        reviewer: reviewerId === null ? '' : (names.get(reviewerId) ?? ''),
        signatory: printed.signatory,
      }),
    ],
  }
}

function stampOf({ code, stage }: PrintedReport): string | undefined {
  if (code === undefined) return '预览'
  return stage === 'valid' ? undefined : reportLifecycle.stages[stage]
}

/** How a reader finds out whether the report is genuine and valid. */
function verificationOf(ctx: Ctx, code: string | undefined) {
  if (code === undefined) return undefined
  const site = `${ctx.config.siteUrl}/verify`
  return {
    mark: `报告验证码 ${spacedCode(code)}`,
    code: { text: `${site}/${code}`, caption: `扫码验证真伪\n${spacedCode(code)}` },
    how: `报告更正后由新版本替换，请扫码或在 ${site} 输入验证码 ${spacedCode(code)} 核对报告是否有效。`,
  }
}

function testersOf(records: readonly RecordRow[], names: Map<number, string>): string {
  return [...new Set(records.map((record) => names.get(record.operatorId) ?? ''))].filter(Boolean).join('、')
}

async function overview(ctx: Ctx, report: PrintedReport, order: LabOrder): Promise<PdfBlock[]> {
  const customer = await customerOf(ctx, report.customerId)
  return [
    {
      kind: 'facts',
      items: [
        { term: '委托方', value: [customer.company, customer.name].filter(Boolean).join('　') },
        { term: '检测项目', value: order.title },
        { term: '样品数量', value: `${order.samples.length}` },
        ...(report.changeNote === '' ? [] : [{ term: '与上一版的变化', value: report.changeNote }]),
        ...(report.withdrawnReason === '' ? [] : [{ term: '撤回原因', value: report.withdrawnReason }]),
      ],
    },
  ]
}

/** The files of this edition, with their curves. */
async function measuredFiles(ctx: Ctx, report: PrintedReport): Promise<Measured[]> {
  const stored = await resultsOf(ctx.db, report.orderId)
  const results = stored.filter((row) =>
    report.code === undefined ? row.replacedAt === null : row.releasedAt !== null,
  )
  const files = await filesOf(
    ctx,
    results.map((row) => row.fileId),
  )
  const inEdition = results.filter((row) => report.checksums.includes(files.get(row.fileId)?.sha256 ?? ''))
  const measured: Measured[] = []
  for (const row of filesOfEdition(inEdition, report.orderVersion)) {
    const file = files.get(row.fileId)
    if (!file) continue
    measured.push({ row, file, curves: mayHoldSeries(row.name) ? await curvesOf(ctx, file) : undefined })
  }
  return measured
}

/** Photos of more samples are left out, so that the report stays small. */
const mostPhotos = 12

/** One photo of each sample, as far as it existed when this edition was published, so that the edition is drawn again as it was. */
async function samplePhotos(
  ctx: Ctx,
  order: LabOrder,
  publishedAt: Date,
): Promise<{ bytes: Uint8Array; caption: string }[]> {
  const pictured = order.samples.filter((sample) => sample.photoFileId !== null).slice(0, mostPhotos)
  const files = await filesOf(
    ctx,
    pictured.map((sample) => sample.photoFileId as number),
  )
  const photos: { bytes: Uint8Array; caption: string }[] = []
  for (const sample of pictured) {
    const file = files.get(sample.photoFileId as number)
    // The PDF can hold these two kinds of pictures.
    if (!file || file.createdAt > publishedAt || !/^image\/(?:jpeg|png)$/.test(file.mime)) continue
    const bytes = await buffer(await ctx.files.open(file.storageKey))
    photos.push({ bytes, caption: [sample.sampleNo, sample.ownNo].filter(Boolean).join('　') })
  }
  return photos
}
