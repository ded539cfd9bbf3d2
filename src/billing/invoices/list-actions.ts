import { noteListRead } from '../../core/safety/actions.ts'
import { type FileRow, filesAttachedToAny } from '../../core/files/actions.ts'
import { listed, listKeys, listPage } from '../../core/lists/listed-actions.ts'
import { readSetting } from '../../core/settings/actions.ts'
import { customersLike, customersOf } from '../../people/customers/actions.ts'
import { maskPhone } from '../../people/customers/rules.ts'
import type { InputOf, OutputOf } from '../../platform/contract/call.ts'
import type { IndexQuery } from '../../platform/contract/index-list.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { issuerService } from '../../platform/invoicing/issuer-service.ts'
import { shanghaiDate, shanghaiTime } from '../../platform/time.ts'
import { ownApplication } from './apply-actions.ts'
import type { Application, invoiceApplyInfo } from './contract.ts'
import { invoiceIndex, type staffInvoiceList } from './list-contract.ts'
import { invoiceLifecycle, type InvoiceStage, invoiceTypeName, namesSeller, redReasons, remarkOf } from './rules.ts'
import { redLettersOf, type RedLetterRow, withdrawableRed } from './red-letters/red-store.ts'
import { type ApplicationRow, applicationsOfCustomer, countOfCustomer, type LineRow, linesOf } from './store.ts'
import { applicationsByIds, invoiceSource } from './staff-store.ts'

// Lists and details of applications, for customers and staff.

/** Where an export ends. The tax bureau's tool takes fewer at once. */
const MOST_EXPORTED = 100_000

export async function applicationsFor(
  ctx: Ctx<Customer>,
  { stage, page, size }: { stage: InvoiceStage | ''; page: number; size: number },
) {
  const rows = await applicationsOfCustomer(ctx.db, ctx.actor.id, stage, size, (page - 1) * size)
  const list = await withActions(ctx, await views(ctx, rows))
  return { list, total: await countOfCustomer(ctx.db, ctx.actor.id, stage), page, size }
}

/** The latest invoices of a customer, for staff. */
export async function latestApplications(ctx: Pick<Ctx, 'db'>, customerId: number, most: number) {
  const rows = await applicationsOfCustomer(ctx.db, customerId, '', most, 0)
  return {
    total: await countOfCustomer(ctx.db, customerId, ''),
    latest: rows.map(({ applicationNo, stage, amountFen, title, createdAt }) => ({
      ...{ applicationNo, stage, amountFen, title },
      stageLabel: invoiceLifecycle.stages[stage],
      createdAt: shanghaiTime(createdAt),
    })),
  }
}

export async function applicationInfo(ctx: Ctx<Customer>, no: string) {
  const [view] = await withActions(ctx, await views(ctx, [await ownApplication(ctx, no)]))
  if (!view) throw new Error(`application ${no} has no view`)
  return view
}

export const invoices = listed({
  index: invoiceIndex,
  source: (ctx) => invoiceSource((typed) => customersLike(ctx, typed)),
  rows: (ctx, ids) => applicationViews(ctx, ids),
})

export async function applicationsForStaff(ctx: Ctx<Staff>, query: InputOf<typeof staffInvoiceList>) {
  const setting = await readSetting(ctx, 'invoicing')
  const page = await listPage(ctx, invoices, query)
  // Addresses and accounts of persons; what a firm prints on its invoices is no personal data.
  const personal = page.list.filter(({ naturalPerson, email }) => naturalPerson || email !== '')
  await noteListRead(
    ctx,
    'invoices',
    personal.map(({ applicationNo }) => applicationNo),
  )
  return {
    ...page,
    today: shanghaiDate(ctx.clock.now()),
    providerLabel: issuerService(ctx)?.issuer.label ?? null,
    ready: namesSeller(setting),
  }
}

async function applicationViews(ctx: Ctx<Staff>, ids: number[]) {
  const rows = await applicationsByIds(ctx.db, ids)
  const customers = await customersOf(
    ctx,
    rows.map((row) => row.customerId),
  )
  const setting = await readSetting(ctx, 'invoicing')
  return (await views(ctx, rows)).map((view, i) => {
    const row = rows[i] as ApplicationRow
    const customer = customers.get(row.customerId)
    return {
      ...view,
      customerId: row.customerId,
      customerName: customer?.name ?? '',
      customerPhone: maskPhone(customer?.phone ?? ''),
      way: row.way,
      requestState: row.requestState,
      fault: row.fault,
      ratePercent: row.ratePercent,
      printedRemark: printedRemark(setting.remarkTemplate, row, view.lines),
      redAskedAt: row.redAskedAt && shanghaiTime(row.redAskedAt),
      atProvider: row.requestState === 'waiting' || row.requestState === 'accepted' || row.redBill !== '',
    }
  })
}

/** Every application of the list, for the export to the tax bureau's tool. */
export async function applicationsOfList(ctx: Ctx<Staff>, query: IndexQuery): Promise<ApplicationRow[]> {
  return applicationsByIds(ctx.db, await listKeys(ctx, invoices, query, MOST_EXPORTED))
}

/** What the invoice prints as its remark. */
export function printedRemark(
  template: string,
  { remark }: Pick<ApplicationRow, 'remark'>,
  lines: readonly Pick<LineRow, 'orderNo' | 'fundingNo'>[],
): string {
  return remarkOf(template, {
    orders: lines.map((line) => line.orderNo),
    funding: lines.map((line) => line.fundingNo),
    remark,
  })
}

/** What the files of an invoice are attached to (`attachedTo` in core/files). */
export function fileOwner(id: number): string {
  return `invoice:${id}`
}

/** The same of its red letters. */
export function redFileOwner(id: number): string {
  return `invoice-red:${id}`
}

export function kindOfFile({ mime }: Pick<FileRow, 'mime'>): 'pdf' | 'ofd' | 'xml' {
  return mime === 'application/pdf' ? 'pdf' : mime === 'application/zip' ? 'ofd' : 'xml'
}

type ApplicationFile = OutputOf<typeof invoiceApplyInfo>['files'][number]

async function views(ctx: Pick<Ctx, 'db'>, rows: ApplicationRow[]) {
  const ids = rows.map((row) => row.id)
  const lines = await linesOf(ctx.db, ids)
  const letters = await redLettersOf(ctx.db, ids)
  const files = await filesAttachedToAny(
    ctx,
    ids.flatMap((id) => [fileOwner(id), redFileOwner(id)]),
  )
  return rows.map((row) => view(row, lines, letters, files))
}

function view(row: ApplicationRow, allLines: LineRow[], letters: RedLetterRow[], files: FileRow[]) {
  const lines = allLines.filter((line) => line.applicationId === row.id)
  const { title, naturalPerson, taxNo, bank, bankAccount, address, phone, email, remark } = row
  return {
    id: row.id,
    applicationNo: row.applicationNo,
    stage: row.stage,
    stageLabel: invoiceLifecycle.stages[row.stage],
    version: row.version,
    type: row.type,
    typeLabel: invoiceTypeName(row.type),
    ...{ title, naturalPerson, taxNo, bank, bankAccount, address, phone, email, remark },
    amountFen: row.amountFen,
    taxFen: row.taxFen,
    createdAt: shanghaiTime(row.createdAt),
    rejectReason: row.rejectReason,
    invoiceNo: row.invoiceNo,
    issuedOn: row.issuedOn,
    sentAt: row.sentAt && shanghaiTime(row.sentAt),
    redReason: row.redReason === null ? '' : redReasons[row.redReason],
    redNote: row.redNote,
    reddenedFen: row.reddenedFen,
    redAskedFen: lines.reduce((sum, line) => sum + line.redAskedFen, 0),
    redLetters: letters
      .filter((letter) => letter.applicationId === row.id)
      .map(({ redNo, redOn, amountFen }) => ({ redNo, redOn, amountFen })),
    lines: lines.map(({ orderNo, about, fundingNo, amountFen, reddenedFen, redAskedFen }) => ({
      ...{ orderNo, about, fundingNo, amountFen, reddenedFen, redAskedFen },
    })),
    files: files.flatMap((file): ApplicationFile[] => {
      const { id, name, attachedTo } = file
      if (attachedTo === fileOwner(row.id)) return [{ id, name, kind: kindOfFile(file) }]
      return attachedTo === redFileOwner(row.id) ? [{ id, name, kind: 'red' }] : []
    }),
  }
}

async function withActions({ db }: Ctx<Customer>, rows: ReturnType<typeof view>[]) {
  const withdrawable = await withdrawableRed(
    db,
    rows.flatMap(({ id, stage }) => (stage === 'reddening' ? [id] : [])),
  )
  return rows.map((row) => ({ ...row, actions: actionsOf(row, withdrawable.has(row.id)) }))
}

function actionsOf(row: ReturnType<typeof view>, withdrawable: boolean): Application['actions'] {
  const open = (['edit', 'cancel', 'requestRed'] as const).filter((action) => {
    const rule = invoiceLifecycle.transitions[action]
    return (rule.by as readonly string[]).includes('customer') && (rule.from as readonly string[]).includes(row.stage)
  })
  const issued = row.stage === 'issued' || row.stage === 'sent'
  const resend = issued && row.files.some((file) => file.kind !== 'red')
  return [...open, ...(withdrawable ? (['withdrawRed'] as const) : []), ...(resend ? (['resend'] as const) : [])]
}
