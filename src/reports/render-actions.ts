import { customerOf } from '../accounts/actions.ts'
import { detachFiles, filesOf, keepGenerated, takeBack } from '../files/actions.ts'
import { orderForLab } from '../orders/actions.ts'
import type { Ctx } from '../platform/http/ctx.ts'
import type { PdfBlock, PdfDocument } from '../platform/pdf/document.ts'
import { renderPdf } from '../platform/pdf/render.ts'
import { shanghaiTime } from '../platform/time.ts'
import { readSettings } from '../settings/actions.ts'
import { namesOfStaff } from '../staff/actions.ts'
import { spacedCode } from './rules.ts'
import { currentRecords, type RecordRow, reportById, type ReportRow, resultsOf, setReportPdf } from './store.ts'

type LabOrder = Awaited<ReturnType<typeof orderForLab>>

/** Prints a published report: what was tested, how, by whom, the checksum of every file, and the code to verify it by. Safe to repeat. */
export async function renderReport(ctx: Ctx, id: number): Promise<void> {
  const report = await reportById(ctx.db, id)
  if (!report || report.pdfFileId !== null) return
  const bytes = await renderPdf(await reportDocument(ctx, report))
  const file = await keepGenerated(ctx, {
    name: `检测报告-${report.orderNo}-第${report.edition}版.pdf`,
    mime: 'application/pdf',
    bytes,
    purpose: 'report',
    customerId: report.customerId,
    attachedTo: `order:${report.orderId}`,
  })
  // Replaced or withdrawn while it was drawn: the job of that move draws it with its stamp.
  if ((await setReportPdf(ctx.db, id, file.id, report.stage)) === 0) {
    await takeBack(ctx, [file.id])
    await detachFiles(ctx, [file.id])
  }
}

async function reportDocument(ctx: Ctx, report: ReportRow): Promise<PdfDocument> {
  const order = await orderForLab(ctx, report.orderId)
  const records = await currentRecords(ctx.db, report.orderId)
  const people = [
    ...records.map((record) => record.operatorId),
    ...(order.reviewerId === null ? [] : [order.reviewerId]),
  ]
  const names = await namesOfStaff(ctx, people)
  const { siteName, localInfo } = await readSettings(ctx, ['siteName', 'localInfo'])
  const customer = await customerOf(ctx, report.customerId)
  const address = `${ctx.config.siteUrl}/verify/${report.code}`
  return {
    title: `检测报告 ${report.orderNo}`,
    mark: `报告验证码 ${spacedCode(report.code)}`,
    owner: `${siteName}　${localInfo.phone}`,
    blocks: [
      {
        kind: 'title',
        text: '检测报告',
        sub: `订单号 ${report.orderNo}　第 ${report.edition} 版　${shanghaiTime(report.publishedAt)}`,
      },
      {
        kind: 'facts',
        items: [
          { term: '委托方', value: [customer.company, customer.name].filter(Boolean).join('　') },
          { term: '检测项目', value: order.title },
          { term: '样品数量', value: `${order.samples.length}` },
          {
            term: '检测人',
            value: [...new Set(records.map((record) => names.get(record.operatorId) ?? ''))].filter(Boolean).join('、'),
          },
          { term: '审核人', value: order.reviewerId === null ? '' : (names.get(order.reviewerId) ?? '') },
        ],
      },
      { kind: 'heading', text: '样品' },
      sampleTable(order),
      ...records.flatMap((record) => recordBlocks(order, record, names)),
      { kind: 'heading', text: '数据文件' },
      await fileTable(ctx, report),
      {
        kind: 'paragraph',
        text: '本报告仅对来样负责。数据文件以 SHA-256 校验值为准，更正后的报告将替换本版本，请扫码或在网站输入验证码核对报告是否有效。',
      },
      { kind: 'code', text: address, caption: `验证报告真伪\n验证码 ${spacedCode(report.code)}\n${address}` },
    ],
  }
}

function sampleTable(order: LabOrder): PdfBlock {
  return {
    kind: 'table',
    columns: [
      { header: '样品编号', share: 3 },
      { header: '自编号', share: 2 },
      { header: '名称', share: 3 },
      { header: '收样时间', share: 3 },
    ],
    rows: order.samples.map((sample) => [
      sample.sampleNo,
      sample.ownNo,
      sample.name,
      sample.receivedAt ? shanghaiTime(sample.receivedAt) : '—',
    ]),
  }
}

function recordBlocks(order: LabOrder, record: RecordRow, names: Map<number, string>): PdfBlock[] {
  const line = order.lines.find((candidate) => candidate.id === record.lineId)
  return [
    { kind: 'heading', text: line?.projectName ?? '检测' },
    {
      kind: 'facts',
      items: [
        { term: '仪器', value: record.instrument },
        { term: '测试条件', value: record.conditions },
        ...(record.environment === '' ? [] : [{ term: '环境条件', value: record.environment }]),
        {
          term: '实验时间',
          value: `${shanghaiTime(record.startedAt)} 至 ${record.endedAt ? shanghaiTime(record.endedAt) : '—'}`,
        },
        { term: '样品', value: record.sampleNos.join('、') },
        { term: '检测人', value: names.get(record.operatorId) ?? '' },
        ...(record.remark === '' ? [] : [{ term: '备注', value: record.remark }]),
      ],
    },
  ]
}

async function fileTable(ctx: Ctx, report: ReportRow): Promise<PdfBlock> {
  const results = (await resultsOf(ctx.db, report.orderId)).filter((row) => row.replacedAt === null)
  const files = await filesOf(
    ctx,
    results.map((row) => row.fileId),
  )
  return {
    kind: 'table',
    columns: [
      { header: '文件', share: 4 },
      { header: '版本', share: 1 },
      { header: 'SHA-256', share: 6 },
    ],
    rows: results.map((row) => [row.name, String(row.version), files.get(row.fileId)?.sha256 ?? '']),
  }
}
