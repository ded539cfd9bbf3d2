import { keepGenerated, linkTo } from '../../core/files/actions.ts'
import { readSettings } from '../../core/settings/actions.ts'
import { orderForMoney } from '../../lab/orders/actions.ts'
import { orderErrors } from '../../lab/orders/errors.ts'
import { customerOf } from '../../people/customers/actions.ts'
import { agreementPage } from '../../shop/articles/agreement-actions.ts'
import { wordsOf } from '../../shop/media/rich-text-rules.ts'
import type { InputOf } from '../../platform/contract/call.ts'
import { refuse } from '../../platform/contract/refusal.ts'
import type { Ctx, Customer, Staff } from '../../platform/http/ctx.ts'
import { renderPdf } from '../../platform/pdf/render.ts'
import { shanghaiTime } from '../../platform/time.ts'
import { ownDetail, staffDetail } from './detail-actions.ts'
import type { orderPaper } from './paper-contract.ts'
import { type AgreedText, orderPaperDocument } from './paper-documents.ts'
import { orderPapers, papersOf } from './paper-rules.ts'

type Asked = InputOf<typeof orderPaper>

/** A link to a paper of the order, with what this customer or group reads of it. The file is removed after a day. */
export async function ownPaper(ctx: Ctx<Customer>, asked: Asked) {
  return paperLink(ctx, asked, await ownDetail(ctx, asked.orderNo))
}

export async function staffPaper(ctx: Ctx<Staff>, asked: Asked) {
  return paperLink(ctx, asked, await staffDetail(ctx, asked.orderNo))
}

async function paperLink(
  ctx: Ctx<Customer> | Ctx<Staff>,
  { orderNo, paper, browserKey }: Asked,
  order: Awaited<ReturnType<typeof ownDetail>> | Awaited<ReturnType<typeof staffDetail>>,
) {
  if (!papersOf(order).includes(paper)) throw refuse(orderErrors.noSuchPaper)
  const issuer = await readSettings(ctx, ['siteName', 'localInfo', 'labAddress', 'bankAccount'])
  const agreed = paper === 'agreement' ? await agreedTexts(ctx, order.agreementVersion) : []
  const { customerId } = await orderForMoney(ctx, orderNo)
  const { company } = await customerOf(ctx, customerId)
  const parts = { agreed, addressee: { company } }
  const document = orderPaperDocument(paper, order, issuer, shanghaiTime(ctx.clock.now()), parts)
  const file = await keepGenerated(ctx, {
    name: `${orderPapers[paper]}-${orderNo}.pdf`,
    mime: 'application/pdf',
    bytes: await renderPdf(document),
    purpose: 'orderPaper',
    customerId: ctx.actor.kind === 'customer' ? ctx.actor.id : null,
    attachedTo: null,
  })
  return linkTo(ctx, file.id, browserKey)
}

async function agreedTexts(ctx: Pick<Ctx, 'db'>, agreedTo: string): Promise<AgreedText[]> {
  const { texts, version } = await agreementPage(ctx, { name: 'service', version: agreedTo })
  return texts.map(({ title, sections }) => ({
    title,
    version,
    sections: sections.map((section) => ({
      title: section.title,
      paragraphs: wordsOf(section.html).split('\n').filter(Boolean),
    })),
  }))
}
