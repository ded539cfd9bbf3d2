import { assetInit } from '../../billing/settlements/asset-contract.ts'
import { settlementList, settlementRows } from '../../billing/settlements/contract.ts'
import { invoiceApplyList } from '../../billing/invoices/contract.ts'
import { statementPeriods, statementShow } from '../../billing/statements/contract.ts'
import type { ApiScope } from '../../core/api-keys/rules.ts'
import { fileLink } from '../../core/files/contract.ts'
import { reservationList } from '../../lab/bookings/contract.ts'
import { orderProtocol } from '../../lab/contracts/contract.ts'
import { orderAdd, orderPayers } from '../../lab/ordering/contract.ts'
import { orderCancel, orderDetail, orderHistory } from '../../lab/orders/contract.ts'
import { orderChoices } from '../../lab/orders/history/history-contract.ts'
import { samplingList } from '../../lab/pickups/contract.ts'
import { planAdd, planDelete, planEdit, planList, planQuote } from '../../lab/plans/contract.ts'
import {
  dataPackageLink,
  dataPackageList,
  dataPackageStart,
  reportCurveFile,
  reportFigure,
  reportPaper,
} from '../../lab/paper-kit/contract.ts'
import { libraryCurves, libraryList } from '../../lab/library/contract.ts'
import { reportList, reportSeries } from '../../lab/reports/contract.ts'
import { reportCurve } from '../../lab/reports/whole-curves/curve-contract.ts'
import { sampleList, sampleRoute, sampleWaybill } from '../../lab/samples/contract.ts'
import { samplePhotos } from '../../lab/samples/photos/photo-contract.ts'
import type { Call } from '../../platform/contract/call.ts'
import { deviceNames } from '../../shop/catalogue/contract.ts'

/** The calls that a key of a customer may make, by scope. Every other call is refused, so that a new call is for people until somebody decides otherwise. */
export const scopedCalls: Readonly<Record<ApiScope, readonly Call[]>> = {
  'orders.read': [planList, deviceNames, orderHistory, orderDetail, orderChoices, reservationList],
  'orders.write': [planAdd, planEdit, planDelete, planQuote, orderPayers, orderProtocol, orderAdd, orderCancel],
  'samples.read': [sampleList, sampleRoute, samplePhotos, samplingList],
  'samples.write': [sampleWaybill],
  'reports.read': [
    reportList,
    reportSeries,
    reportCurve,
    reportCurveFile,
    libraryList,
    libraryCurves,
    reportFigure,
    reportPaper,
    dataPackageStart,
    dataPackageList,
    dataPackageLink,
    fileLink,
  ],
  'billing.read': [assetInit, settlementRows, settlementList, statementPeriods, statementShow, invoiceApplyList],
}

const scopes = new Map(
  Object.entries(scopedCalls).flatMap(([scope, calls]) => calls.map(({ path }) => [path, scope as ApiScope] as const)),
)

/** The scope that a key needs for a call; undefined: no key may make it. */
export function scopeOf(path: string): ApiScope | undefined {
  return scopes.get(path)
}
