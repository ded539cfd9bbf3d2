import { keepGenerated } from '../../../core/files/actions.ts'
import { readSetting } from '../../../core/settings/actions.ts'
import { asSystem, type Ctx, inTx } from '../../../platform/http/ctx.ts'
import {
  type InvoiceIssuer,
  type InvoiceRequest,
  IssuerRefused,
  type IssueResult,
} from '../../../platform/invoicing/issuer.ts'
import { issuerService } from '../../../platform/invoicing/issuer-service.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { askInvoiceJob, askRedJob } from '../events.ts'
import { fileOwner, printedRemark } from '../list-actions.ts'
import { issue } from '../review-actions.ts'
import {
  acceptRequest,
  applicationById,
  applicationByRequest,
  type ApplicationRow,
  failRequest,
  linesOf,
  lockForChange,
  setFault,
  startRequest,
} from '../store.ts'

// Issuing through a provider, in jobs. Nothing is held while the provider answers; every step checks the state again.

/** Seconds until the result is asked for, by how often it was asked; then once an hour. */
const ASK_AFTER_SECONDS = [20, 60, 300, 900]
const MOST_ASKED = 80

export function askAt(ctx: Pick<Ctx, 'clock'>, asked: number): Date {
  return new Date(ctx.clock.now().getTime() + (ASK_AFTER_SECONDS[asked] ?? 3600) * 1000)
}

/** Sends the request. When the provider does not answer, the job is repeated with the same number, so that nothing is issued twice. */
export async function requestInvoice(ctx: Ctx, id: number): Promise<void> {
  const issuer = issuerService(ctx)?.issuer
  const row = await inTx(ctx, async (inner) => {
    const found = await lockForChange(inner.db, id, 'issuing')
    if (!found || found.way === 'manual' || ['accepted', 'failed'].includes(found.requestState)) return undefined
    const requestNo = found.requestNo ?? `${found.applicationNo}A${found.attempts + 1}`
    if (found.requestState === 'none') await startRequest(inner.db, id, requestNo, ctx.clock.now())
    return { ...found, requestNo }
  })
  if (!row) return
  if (!issuer) return failRequest(ctx.db, id, '开票平台已停用', false)
  try {
    const { providerNo } = await issuer.issue(await requestOf(ctx, row))
    await inTx(ctx, async (inner) => {
      if ((await acceptRequest(inner.db, id, providerNo)) > 0)
        await enqueue(inner, askInvoiceJob, { id, asked: 0 }, { at: askAt(ctx, 0), key: String(id) })
    })
  } catch (error) {
    if (!(error instanceof IssuerRefused)) throw error
    await failRequest(ctx.db, id, `${error.message}（${error.code}）`, false)
  }
}

export async function askForInvoice(ctx: Ctx, id: number, asked: number): Promise<void> {
  const row = await applicationById(ctx.db, id)
  const issuer = issuerService(ctx)?.issuer
  if (!issuer || row?.stage !== 'issuing' || row.requestState !== 'accepted' || row.requestNo === null) return
  const { sellerTaxNo } = await readSetting(ctx, 'invoicing')
  const result = await issuer.result(sellerTaxNo, row.requestNo)
  if (result.state === 'issued') return finishIssued(ctx, issuer, row, result)
  if (result.state === 'failed') return failRequest(ctx.db, id, result.reason || '开票失败', true)
  if (result.state === 'unknown') return failRequest(ctx.db, id, '开票平台没有这笔请求，请重新提交', false)
  if (asked >= MOST_ASKED) return setFault(ctx.db, id, '开票平台长时间没有结果，请联系开票平台')
  await enqueue(ctx, askInvoiceJob, { id, asked: asked + 1 }, { at: askAt(ctx, asked + 1), key: String(id) })
}

/** A call back from the provider says only that something happened; the result is asked for. */
export async function providerCalled(ctx: Ctx, requestNo: string): Promise<void> {
  const row = await applicationByRequest(ctx.db, requestNo)
  if (row?.stage === 'issuing' && row.requestState === 'accepted')
    await enqueue(ctx, askInvoiceJob, { id: row.id, asked: MOST_ASKED }, {})
  if (row?.stage === 'reddening' && row.redBill !== '')
    await enqueue(ctx, askRedJob, { id: row.id, asked: MOST_ASKED }, {})
}

async function finishIssued(ctx: Ctx, issuer: InvoiceIssuer, row: ApplicationRow, result: IssueResult): Promise<void> {
  const { files, fault } = await fetchFiles(issuer, result)
  await inTx(ctx, async (inner) => {
    const found = await lockForChange(inner.db, row.id, 'issuing')
    if (found?.requestState !== 'accepted') return
    const issuedOn = shanghaiDate(result.issuedAt ?? ctx.clock.now())
    for (const { kind, bytes } of files)
      await keepGenerated(inner, {
        name: `发票${result.invoiceNo}.${kind}`,
        mime: { pdf: 'application/pdf', ofd: 'application/zip', xml: 'text/plain' }[kind],
        bytes,
        purpose: 'invoice',
        customerId: row.customerId,
        attachedTo: fileOwner(row.id),
      })
    await issue(asSystem(inner), found, { invoiceNo: result.invoiceNo, issuedOn, mail: files.length > 0 })
    if (fault) await setFault(inner.db, row.id, fault)
  })
}

/** The invoice is valid without its files; finance can add them. */
async function fetchFiles(issuer: InvoiceIssuer, { files }: IssueResult) {
  const fetched: { kind: 'pdf' | 'ofd' | 'xml'; bytes: Buffer }[] = []
  let fault = files.length === 0 ? '开票平台没有提供文件，请下载后补传' : ''
  for (const { kind, url } of files)
    try {
      const bytes = await issuer.fetchFile(url)
      if (kind === 'pdf' && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('not a PDF')
      fetched.push({ kind, bytes })
    } catch {
      fault = '部分文件没有取到，请从开票平台下载后补传'
    }
  return { files: fetched, fault }
}

async function requestOf(ctx: Ctx, row: ApplicationRow & { requestNo: string }): Promise<InvoiceRequest> {
  const setting = await readSetting(ctx, 'invoicing')
  const lines = await linesOf(ctx.db, [row.id])
  return {
    requestNo: row.requestNo,
    special: row.type === 3,
    buyer: {
      name: row.title,
      taxNo: row.taxNo,
      address: row.address,
      phone: row.phone,
      bank: row.bank,
      bankAccount: row.bankAccount,
      naturalPerson: row.naturalPerson,
    },
    seller: sellerOf(setting),
    clerk: setting.clerk,
    lines: lines.map((line) => ({
      name: setting.itemName,
      categoryCode: setting.categoryCode,
      amountFen: line.amountFen,
      taxFen: line.taxFen ?? 0,
      ratePercent: row.ratePercent ?? setting.ratePercent,
    })),
    remark: printedRemark(setting.remarkTemplate, row, lines),
    callbackUrl: callbackUrl(ctx),
    at: ctx.clock.now(),
  }
}

export function sellerOf(setting: {
  sellerName: string
  sellerTaxNo: string
  sellerAddress: string
  sellerPhone: string
  sellerBank: string
  sellerAccount: string
}) {
  return {
    name: setting.sellerName,
    taxNo: setting.sellerTaxNo,
    address: setting.sellerAddress,
    phone: setting.sellerPhone,
    bank: setting.sellerBank,
    bankAccount: setting.sellerAccount,
  }
}

export const CALLBACK_PATH = '/api/notify/nuonuo'

export function callbackUrl({ config }: Pick<Ctx, 'config'>): string {
  return config.PUBLIC_URL ? new URL(CALLBACK_PATH, config.PUBLIC_URL).href : ''
}
