import type { Call, SentTo } from '../../platform/contract/call.ts'
import { queryOfAddress } from '../../platform/contract/index-address.ts'
import type { AnyIndex } from '../../platform/contract/index-list.ts'
import { orderTabKeys } from '../../lab/orders/rules.ts'

/** A call with the input that a page sends first. */
export type Question = readonly [call: Call, input: unknown]

type Asks = (url: URL, part: string) => Promise<Question[]>

/**
 * What a page asks first, by its path; `:` stands for one part. Only calls that read. Each page brings the declarations of its own calls, which
 * it needs anyway. A page that is missing here is only later: its scripts are still read ahead.
 */
export const aheadPages: Record<string, Asks> = {
  '/console/orders': list(
    () => import('../../lab/orders/lists/list-contract.ts'),
    (of) => [of.orderIndex, of.staffOrderList],
  ),
  '/console/orders/:': ask(async (orderNo) => {
    const { staffOrderDetail } = await import('../../lab/orders/staff/staff-contract.ts')
    return [question(staffOrderDetail, { orderNo })]
  }),
  '/console/threads': list(
    () => import('../../workspace/threads/list-contract.ts'),
    (of) => [of.threadIndex, of.staffThreadSearch],
  ),
  '/console/customers': list(
    () => import('../../people/customers/list-contract.ts'),
    (of) => [of.customerIndex, of.staffCustomerList],
  ),
  '/console/reservations': list(
    () => import('../../lab/visits/list-contract.ts'),
    (of) => [of.reservationIndex, of.staffReservationList],
  ),
  '/console/demands': list(
    () => import('../../lab/demands/list-contract.ts'),
    (of) => [of.demandIndex, of.staffDemandList],
  ),
  '/console/groups': list(
    () => import('../../people/groups/list-contract.ts'),
    (of) => [of.groupIndex, of.staffGroupList],
  ),
  '/console/contracts': list(
    () => import('../../lab/contracts/list-contract.ts'),
    (of) => [of.contractIndex, of.staffContractList],
  ),
  '/console/tasks': plain(async () => {
    const { staffTaskChoices, staffTaskLanes, staffTaskList } = await import('../../lab/orders/tasks/task-contract.ts')
    const { taskStages } = await import('../../lab/orders/tasks/task-rules.ts')
    const asked = { project: '', person: '', instrument: '', late: false }
    return [
      question(staffTaskChoices, {}),
      question(staffTaskLanes, { by: 'stage', ...asked }),
      ...taskStages.map((stage) => question(staffTaskList, { ...asked, stage, page: 1, size: 20 })),
    ]
  }),
  '/console/tasks/:': ask(async (orderNo) => {
    const { staffOrderDetail } = await import('../../lab/orders/staff/staff-contract.ts')
    const { staffReportDetail } = await import('../../lab/reports/contract.ts')
    return [question(staffOrderDetail, { orderNo }), question(staffReportDetail, { orderNo })]
  }),
  '/console/verify': list(
    () => import('../../lab/orders/lists/list-contract.ts'),
    (of) => [of.verifyIndex, of.staffVerifyList],
  ),
  '/console/instruments': list(
    () => import('../../lab/instruments/list-contract.ts'),
    (of) => [of.instrumentIndex, of.instrumentList],
  ),
  '/console/control-charts': list(
    () => import('../../lab/control-charts/list-contract.ts'),
    (of) => [of.chartIndex, of.controlChartList],
  ),
  '/console/samples': list(
    () => import('../../lab/samples/list-contract.ts'),
    (of) => [of.sampleIndex, of.staffSampleList],
  ),
  '/console/pickups': list(
    () => import('../../lab/pickups/list-contract.ts'),
    (of) => [of.pickupIndex, of.pickupSearch],
  ),
  '/console/payments': list(
    () => import('../../money/payments/list-contract.ts'),
    (of) => [of.paymentIndex, of.staffPaymentList],
  ),
  '/console/invoices': list(
    () => import('../../billing/invoices/list-contract.ts'),
    (of) => [of.invoiceIndex, of.staffInvoiceList],
  ),
  '/console/refunds': list(
    () => import('../../money/refunds/list-contract.ts'),
    (of) => [of.refundIndex, of.staffRefundList],
  ),
  '/console/withdrawals': list(
    () => import('../../money/withdrawals/list-contract.ts'),
    (of) => [of.withdrawalIndex, of.staffWithdrawList],
  ),
  '/console/coupons': list(
    () => import('../../money/coupons/list-contract.ts'),
    (of) => [of.campaignIndex, of.staffCampaigns],
  ),
  '/console/projects': list(
    () => import('../../shop/catalogue/project-list-contract.ts'),
    (of) => [of.projectIndex, of.staffProjectList],
  ),
  '/console/notices': list(
    () => import('../../workspace/notices/list-contract.ts'),
    (of) => [of.noticeIndex, of.staffNoticeList],
  ),
  '/member/center': plain(async () => {
    const { userInfo } = await import('../../people/customers/person-contract.ts')
    const { assetAll4num, assetInit } = await import('../../billing/settlements/asset-contract.ts')
    const { orderHistory } = await import('../../lab/orders/contract.ts')
    return [
      question(userInfo, {}),
      question(assetInit, {}),
      question(assetAll4num, {}),
      question(orderHistory, { page: 1, size: 5 }),
      question(orderHistory, { waits: true, page: 1, size: 50 }),
    ]
  }),
  '/member/order': async ({ searchParams }) => {
    const { orderHistory } = await import('../../lab/orders/contract.ts')
    const tab = orderTabKeys.find((key) => key === searchParams.get('tab')) ?? 'all'
    return searchParams.has('page') ? [] : [question(orderHistory, { tab, page: 1, size: 10 })]
  },
  '/member/order/:': ask(async (orderNo) => {
    const { orderDetail } = await import('../../lab/orders/contract.ts')
    return [question(orderDetail, { orderNo })]
  }),
  '/member/sample': plain(async () => {
    const { sampleList } = await import('../../lab/samples/contract.ts')
    return [question(sampleList, { stage: '', kw: '', page: 1, size: 20 })]
  }),
  '/member/unsettled': plain(async () => {
    const { settlementRows } = await import('../../billing/settlements/contract.ts')
    return [question(settlementRows, {})]
  }),
  '/member/unpaid': plain(async () => {
    const { orderReady2pay } = await import('../../billing/settlements/contract.ts')
    return [question(orderReady2pay, {})]
  }),
  '/member/prestore': plain(async () => {
    const { prestoreApplyInit } = await import('../../money/prestore/contract.ts')
    return [question(prestoreApplyInit, {})]
  }),
  '/member/invoiceMg': plain(async () => {
    const { invoiceList } = await import('../../lab/orders/invoicing/title-contract.ts')
    return [question(invoiceList, {})]
  }),
  '/member/invoiceLs': plain(async () => {
    const { invoiceApplyInit, invoiceApplyList } = await import('../../billing/invoices/contract.ts')
    return [question(invoiceApplyInit, {}), question(invoiceApplyList, { stage: '', page: 1, size: 10 })]
  }),
  '/member/address': plain(async () => {
    const { addressList } = await import('../../people/addresses/contract.ts')
    return [question(addressList, {})]
  }),
  '/experiment/plan': plain(async () => {
    const { planList } = await import('../../lab/plans/contract.ts')
    return [question(planList, {})]
  }),
}

/** What the page at an address asks first; nothing for a page that is not listed. */
export async function questionsOf(url: URL): Promise<Question[]> {
  const path = url.pathname.replace(/\/+$/, '')
  const [, before = '', part = ''] = /^(.*\/)([^/]+)$/.exec(path) ?? []
  const asks = aheadPages[path] ?? (/\d/.test(part) ? aheadPages[`${before}:`] : undefined)
  return asks ? asks(url, decodeURIComponent(part)) : []
}

function question<C extends Call>(call: C, input: SentTo<C>): Question {
  return [call, input]
}

/** A list of the console, with the conditions of its address: the same question as that of IndexList. */
function list<Module>(load: () => Promise<Module>, pick: (module: Module) => readonly [AnyIndex, Call]): Asks {
  return async ({ searchParams }) => {
    const [index, call] = pick(await load())
    const { columns: _, ...query } = queryOfAddress(index, searchParams)
    return [[call, query]]
  }
}

/** A page of one thing, whose number is the last part of the path. */
function ask(questions: (part: string) => Promise<Question[]>): Asks {
  return (_, part) => questions(part)
}

/** The first view of a page; with conditions in the address it asks something else. */
function plain(questions: () => Promise<Question[]>): Asks {
  return async ({ search }) => (search === '' ? questions() : [])
}
