import { keepGenerated, linkTo } from '../../../core/files/actions.ts'
import { readSettings } from '../../../core/settings/actions.ts'
import { plainTemplate, type ReportTemplate, type ReportTerms } from '../../../core/settings/report-template-rules.ts'
import type { InputOf } from '../../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../../platform/http/ctx.ts'
import type { PdfBlock, PdfDocument } from '../../../platform/pdf/document.ts'
import { renderPdf } from '../../../platform/pdf/render.ts'
import type { reportSpecimen } from './specimen-contract.ts'
import {
  letterhead,
  lineBlocks,
  type ReportedOrder,
  type ReportedRecord,
  sampleTable,
  signatures,
} from './report-blocks.ts'
import { emptyValues } from './template-rules.ts'

/**
 * A link to what reports would look like with these terms and one of their templates, saved or not. Where a report has what was recorded, the
 * specimen says what stands there. The file is removed after a day.
 */
export async function reportSpecimenLink(
  ctx: Ctx<Staff>,
  { terms, templateNo, browserKey }: InputOf<typeof reportSpecimen>,
) {
  const file = await keepGenerated(ctx, {
    name: '检测报告样张.pdf',
    mime: 'application/pdf',
    bytes: await renderPdf(await specimenDocument(ctx, terms, templateNo)),
    purpose: 'specimen',
    customerId: null,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

const SAMPLE = '样品编号'
const LINE = 1

export async function specimenDocument(ctx: Ctx, terms: ReportTerms, templateNo: number): Promise<PdfDocument> {
  const { siteName, localInfo } = await readSettings(ctx, ['siteName', 'localInfo'])
  const template = terms.templates[templateNo] ?? plainTemplate
  const projectName = template.words[0] ?? '没有模板的项目'
  const order: ReportedOrder = {
    lines: [{ id: LINE, projectName, described: [{ label: '参数', text: '客户下单时填写' }] }],
    samples: [{ lineId: LINE, sampleNo: SAMPLE, ownNo: '自编号', name: '样品名称', receivedAt: null }],
  }
  const blocks = order.lines.flatMap((line) => lineBlocks(order, line, [recordOf(template)], [], template))
  return {
    title: '检测报告样张',
    mark: '样张，不是检测报告',
    owner: `${siteName}　${localInfo.phone}`,
    stamp: '样张',
    blocks: [
      letterhead(terms.labName || siteName, localInfo),
      { kind: 'title', text: '检测报告', sub: '订单号、版次与发布时间' },
      { kind: 'facts', items: [{ term: '委托方', value: '单位与姓名' }] },
      { kind: 'heading', text: '样品' },
      sampleTable(order),
      ...blocks,
      ...curvesNote(template),
      signatures({ tester: '姓名', reviewer: '姓名', signatory: terms.signatory }),
    ],
  }
}

function recordOf(template: ReportTemplate): ReportedRecord {
  return {
    ...{ lineId: LINE, method: '', instrument: '名称与编号', conditions: '检测记录中的测试条件' },
    ...{ environment: '检测记录中的环境条件', startedAt: null, endedAt: null, sampleNos: [SAMPLE], remark: '' },
    measured: emptyValues(template.values, [SAMPLE]).map((value) => ({ ...value, value: '结果' })),
  }
}

function curvesNote({ figure }: ReportTemplate): PdfBlock[] {
  return figure === 'curves' ? [{ kind: 'paragraph', text: '数据文件中的曲线印在这里，每个文件一幅。' }] : []
}
