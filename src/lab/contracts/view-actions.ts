import { customersOf } from '../../people/customers/actions.ts'
import { customerName } from '../../people/customers/name-rules.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import { orderOfParty, ordersAtContract } from '../orders/actions.ts'
import { commonErrors, refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer } from '../../platform/http/ctx.ts'
import { historyOf } from '../../platform/lifecycle/transition.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { publishedReports } from '../reports/publish-actions.ts'
import { namesOfStaff } from '../../core/staff/actions.ts'
import { contractLifecycle, contractStageAt } from './rules.ts'
import {
  contractByNo,
  type ContractRow,
  contractsOfOrder,
  listContracts,
  ordersUnderContract,
  ownContract,
} from './store.ts'

// Contracts as pages show them.

export async function contractsPage(
  ctx: Ctx,
  filter: { customerId: number; stage: string; page: number; size: number },
) {
  const { page, size } = filter
  const now = ctx.clock.now()
  const rows = await listContracts(ctx.db, { ...filter, now, limit: size, offset: (page - 1) * size })
  return {
    list: rows.map((row) => summaryOf(row, now)),
    total: rows[0]?.total ?? 0,
    page,
    size,
  }
}

export async function ordersToDraw(ctx: Ctx, { page, size }: { page: number; size: number }) {
  const without = (await ordersUnderContract(ctx.db)).map(({ orderId }) => orderId)
  const { orders, total } = await ordersAtContract(ctx, { without, page, size })
  const customers = await customersOf(
    ctx,
    orders.map((order) => order.payerId),
  )
  const list = orders.map(({ orderNo, title, payerId, prepayFen }) => ({
    orderNo,
    title,
    customerName: customerName(customers.get(payerId)),
    amountFen: prepayFen,
  }))
  return { list, total, page, size }
}

export async function ownContractDetail(ctx: Ctx<Customer>, contractNo: string) {
  return detailOf(ctx, await ownContract(ctx.db, contractNo, ctx.actor.id), '您')
}

export async function staffContractView(ctx: Ctx, contractNo: string) {
  return detailOf(ctx, await contractByNo(ctx.db, contractNo), '客户')
}

/** The files of an order: reports for the customer, contracts and stamped copies for who pays. */
export async function protocolOf(ctx: Ctx<Customer>, orderNo: string) {
  const order = await orderOfParty(ctx, ctx.actor.id, orderNo)
  const contracts = (await contractsOfOrder(ctx.db, order.id)).filter(
    (row) => row.stage !== 'void' && row.customerId === ctx.actor.id,
  )
  const papers = contracts.flatMap((row) => {
    const common = {
      stageName: contractLifecycle.stages[contractStageAt(row, ctx.clock.now())],
      at: shanghaiTime(row.sealedAt ?? row.issuedAt),
    }
    const text = fileOf(row)
    return [
      ...(text === null
        ? []
        : [{ ...common, kind: 'contract' as const, title: `检测技术服务合同 ${row.contractNo}`, fileId: text }]),
      ...(row.stampedFileId === null
        ? []
        : [{ ...common, kind: 'stamped' as const, title: `盖章扫描件 ${row.contractNo}`, fileId: row.stampedFileId }]),
    ]
  })
  const reports = (await publishedReports(ctx, order.id)).flatMap((report) =>
    report.pdfFileId === null
      ? []
      : [
          {
            kind: 'report' as const,
            title: `检测报告 第 ${report.edition} 版`,
            stageName: report.stageName,
            fileId: report.pdfFileId,
            at: shanghaiTime(report.publishedAt),
          },
        ],
  )
  return { files: [...papers, ...reports] }
}

function fileOf(row: ContractRow): number | null {
  return row.signedPdfFileId ?? row.pdfFileId
}

export function summaryOf(row: ContractRow, now: Date) {
  const { contractNo, orderNo, title, edition, amountFen, version } = row
  const stage = contractStageAt(row, now)
  return {
    contractNo,
    kind: '检测技术服务合同' as const,
    orderNo,
    title,
    edition,
    amountFen,
    stage,
    stageName: contractLifecycle.stages[stage],
    version,
    issuedAt: shanghaiTime(row.issuedAt),
    signBy: shanghaiTime(row.signBy),
    /** Why it was sent back, while it waits to be signed again. */
    reason: stage === 'sent_back' ? row.sentBackReason : '',
    signedAt: row.signedAt && shanghaiTime(row.signedAt),
    sealedAt: row.sealedAt && shanghaiTime(row.sealedAt),
    fileId: fileOf(row),
  }
}

async function detailOf(ctx: Ctx, row: ContractRow | undefined, customerCalled: string) {
  if (!row) throw refuse(commonErrors.notFound)
  const entries = await historyOf(ctx, 'contract', row.id)
  const names = await namesOfStaff(ctx, [
    row.issuedBy,
    ...entries.flatMap((entry) => (entry.actorKind === 'staff' && entry.actorId ? [entry.actorId] : [])),
  ])
  return {
    ...summaryOf(row, ctx.clock.now()),
    company: row.body.customer.company,
    phone: row.signedPhone || maskPhone(row.body.customer.phone),
    signedHow: row.signedHow,
    signedName: row.signedName,
    stampedFileId: row.stampedFileId,
    sha256: row.pdfSha256 ?? '',
    lines: row.body.lines,
    discountFen: row.body.discountFen ?? 0,
    history: entries.map((entry) => ({
      what:
        entry.action === 'create'
          ? '拟定合同'
          : (contractLifecycle.transitions[entry.action as keyof typeof contractLifecycle.transitions]?.label ??
            entry.action),
      who:
        entry.actorKind === 'customer'
          ? customerCalled
          : entry.actorKind === 'staff'
            ? (names.get(entry.actorId ?? 0) ?? '工作人员')
            : '系统',
      when: shanghaiTime(entry.at),
      detail: entry.reason ?? '',
    })),
  }
}
