import { controlForCustomer, controlForStaff } from './control/control-actions.ts'
import { reportControl, staffReportControl } from './control/control-contract.ts'
import { staffOrderHandIn, staffOrderVerify } from '../orders/staff/staff-contract.ts'
import { handle } from '../../platform/http/handler.ts'
import { shanghaiTime } from '../../platform/time.ts'
import {
  addUploadedResult,
  beginResult,
  deliveredFiles,
  deliveryForStaff,
  handInResults,
  moveResult,
  recordTest,
  removeResult,
  uploadResult,
} from './actions.ts'
import { markWithoutData } from './results/without-data-actions.ts'
import { zipOfOrder } from './bundle-actions.ts'
import {
  orderTestRecord,
  reportList,
  reportSeries,
  reportVerify,
  staffInstrumentUsage,
  staffReportDetail,
  staffReportMove,
  staffReportPreview,
  staffReportRemove,
  staffReportReread,
  staffReportSeries,
  staffReportWithdraw,
  staffReportWithoutData,
} from './contract.ts'
import { staffReportAdd, staffReportBegin, staffReportUpload } from './results/upload-contract.ts'
import { staffReportInstruments, staffReportRecord } from './results/record-contract.ts'
import { reportZip, staffReportZip } from './zip-contract.ts'
import { instrumentsOfOrder, instrumentUsage } from './results/record-actions.ts'
import { reportPreview } from './documents/report-preview-actions.ts'
import { reportSpecimenLink } from './documents/specimen-actions.ts'
import { reportSpecimen } from './documents/specimen-contract.ts'
import { findReport, verifyResults, withdrawReport } from './publish-actions.ts'
import { reportStates, spacedCode } from './rules.ts'
import { rereadSeries, seriesOf } from './compared-curves/series-actions.ts'
import { deliveredCurve } from './whole-curves/curve-actions.ts'
import { reportCurve, staffReportCurve } from './whole-curves/curve-contract.ts'

type Delivery = Awaited<ReturnType<typeof deliveredFiles>>

export const routes = [
  handle(reportControl, (ctx, { orderNo }) => controlForCustomer(ctx, orderNo)),
  handle(staffReportControl, (ctx, { orderNo }) => controlForStaff(ctx, orderNo)),
  handle(orderTestRecord, async (ctx, input) => ({ records: wire(await deliveredFiles(ctx, input.orderNo)).records })),
  handle(reportList, async (ctx, input) => wire(await deliveredFiles(ctx, input.orderNo))),
  handle(reportSeries, (ctx, input) => seriesOf(ctx, input.fileId)),
  handle(reportCurve, (ctx, input) => deliveredCurve(ctx, input)),
  handle(staffReportCurve, (ctx, input) => deliveredCurve(ctx, input)),
  handle(staffReportSeries, (ctx, input) => seriesOf(ctx, input.fileId)),
  handle(reportZip, (ctx, input) => zipOfOrder(ctx, input.orderNo, input.browserKey)),
  handle(staffReportZip, (ctx, input) => zipOfOrder(ctx, input.orderNo, input.browserKey)),
  handle(staffReportReread, async (ctx, input) => {
    await rereadSeries(ctx, input.fileId)
    return {}
  }),
  handle(staffReportDetail, async (ctx, input) => {
    const found = await deliveryForStaff(ctx, input.orderNo)
    const { missing, withData, round, templates, checks, checked } = found
    return {
      ...wire(found),
      missing,
      withData,
      templates,
      checks,
      checked: checked.map(({ checkedAt, ...item }) => ({ ...item, at: shanghaiTime(checkedAt) })),
      round: round ? { reason: round.reason, by: round.by, kind: round.kind, at: shanghaiTime(round.at) } : null,
    }
  }),
  handle(reportSpecimen, (ctx, input) => reportSpecimenLink(ctx, input)),
  handle(staffReportPreview, (ctx, input) => reportPreview(ctx, input)),
  handle(staffInstrumentUsage, (ctx, { instrumentId }) => instrumentUsage(ctx, instrumentId)),
  handle(staffReportInstruments, (ctx, { orderNo }) => instrumentsOfOrder(ctx, orderNo)),
  handle(staffReportRecord, async (ctx, input) => {
    const { id, dataDueAt } = await recordTest(ctx, input)
    return { id, dataDueAt: dataDueAt && shanghaiTime(dataDueAt) }
  }),
  handle(staffOrderHandIn, (ctx, input) => handInResults(ctx, input)),
  handle(staffOrderVerify, (ctx, input) => verifyResults(ctx, input)),
  handle(staffReportBegin, (ctx, { orderNo, foreignReason, ...start }) =>
    beginResult(ctx, orderNo, foreignReason, start),
  ),
  handle(staffReportAdd, (ctx, input) => addUploadedResult(ctx, input)),
  handle(staffReportUpload, (ctx, input, file) => uploadResult(ctx, input, file)),
  handle(staffReportRemove, async (ctx, input) => {
    await removeResult(ctx, input.orderNo, input.fileId)
    return {}
  }),
  handle(staffReportMove, async (ctx, input) => {
    await moveResult(ctx, input)
    return {}
  }),
  handle(staffReportWithoutData, async (ctx, input) => {
    await markWithoutData(ctx, input)
    return {}
  }),
  handle(staffReportWithdraw, (ctx, input) => withdrawReport(ctx, input.orderNo, input.reason)),
  handle(reportVerify, async (ctx, input) => {
    const report = await findReport(ctx, input.code)
    if (!report) {
      return {
        state: 'unknown' as const,
        stateName: '未找到',
        code: '',
        orderNo: '',
        title: '',
        edition: 0,
        publishedAt: null,
        changeNote: '',
        current: null,
        checksums: [],
      }
    }
    return {
      state: report.state,
      stateName: reportStates[report.state],
      code: spacedCode(report.code),
      orderNo: report.orderNo,
      title: report.title,
      edition: report.edition,
      publishedAt: shanghaiTime(report.publishedAt),
      changeNote: report.changeNote,
      current: report.current && {
        edition: report.current.edition,
        publishedAt: shanghaiTime(report.current.publishedAt),
      },
      checksums: report.checksums,
    }
  }),
]

function wire({
  records,
  files,
  reports,
  withoutData,
}: Pick<Delivery, 'records' | 'files' | 'reports' | 'withoutData'>) {
  return {
    withoutData,
    records: records.map((record) => ({
      ...record,
      startedAt: shanghaiTime(record.startedAt),
      endedAt: record.endedAt && shanghaiTime(record.endedAt),
    })),
    files: files.map((file) => ({ ...file, createdAt: shanghaiTime(file.createdAt) })),
    reports: reports.map((report) => ({
      ...report,
      code: spacedCode(report.code),
      stageName: reportStates[report.state],
      publishedAt: shanghaiTime(report.publishedAt),
    })),
  }
}
