import { useStaff } from '../../../core/staff/me.tsx'
import { regionText } from '../../../core/regions/region-rules.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { DueIn } from '../../../lab/orders/order-stage.tsx'
import { groupNames } from '../../../people/customers/rules.ts'
import { discountFacts } from '../../../lab/orders/quotes/discount-facts.tsx'
import { invoiceTypeLabel } from '../../../lab/orders/invoicing/invoice-rules.ts'
import { serviceTypeLabels } from '../../../lab/samples/service-rules.ts'
import type { StaffOrder } from '../../../lab/orders/staff/staff-contract.ts'
import { minuteText, shortDay } from '../../../ui/text/day-text.ts'

export function CustomerCard({ order }: { order: StaffOrder }) {
  const { customer, contact, group, payer } = order
  const { phone } = contact
  const { may } = useStaff()
  const linked = ({ id, name }: { id: number; name: string }) =>
    may('customer.read') ? <SmartLink to={`/console/customers/${id}`}>{name || '未填写'}</SmartLink> : name
  return (
    <Card title="客户">
      {order.personalNotice && <p role="note">{order.personalNotice}</p>}
      <DescriptionList
        single
        items={[
          { term: '姓名', value: linked(customer) },
          { term: '类型', value: groupNames[group] },
          ...(payer ? [{ term: '付款方', value: linked(payer) }] : []),
          { term: '单位', value: customer.company },
          ...(customer.teacher ? [{ term: '导师', value: customer.teacher }] : []),
          { term: '账号手机', value: customer.phone },
          { term: '邮箱', value: customer.email },
          { term: '联系人', value: contact.name },
          { term: '联系电话', value: /^\d+$/.test(phone) ? <SmartLink to={`tel:${phone}`}>{phone}</SmartLink> : phone },
          ...(contact.email ? [{ term: '联系邮箱', value: contact.email }] : []),
        ]}
      />
    </Card>
  )
}

export function MoneyCard({ order }: { order: StaffOrder }) {
  const { estimateFen, quoteFen, quoteVersion, quoteValidUntil, finalFen, finalReason, cancelFeeFen, paidAt } = order
  const { may } = useStaff()
  // An order that is not paid off is cancelled or disputed instead.
  const refunds = may('refund.make') && paidAt !== null && (finalFen ?? 0) > 0
  return (
    <Card
      title="费用"
      actions={refunds && <SmartLink to={`/console/refunds?order=${order.orderNo}`}>办理退款</SmartLink>}
    >
      <DescriptionList
        single
        items={[
          { term: '预估', value: estimateFen === null ? '含需报价项目' : <Money fen={estimateFen} /> },
          ...(quoteFen === null
            ? []
            : [
                {
                  term: '报价',
                  value: (
                    <>
                      <Money fen={quoteFen} />
                      （第 {quoteVersion} 版）
                    </>
                  ),
                },
              ]),
          ...(order.stage === 'quoted' && quoteValidUntil
            ? [
                {
                  term: '报价有效期',
                  value: (
                    <>
                      至 {shortDay(quoteValidUntil)}，<DueIn at={quoteValidUntil} />
                    </>
                  ),
                },
              ]
            : []),
          ...(order.retestFeeFen > 0 ? [{ term: '复测费用', value: <Money fen={order.retestFeeFen} /> }] : []),
          ...(order.reductionFen > 0 ? [{ term: '减免', value: <Money fen={order.reductionFen} /> }] : []),
          ...discountFacts(order),
          ...(order.prepaidFen > 0 ? [{ term: '已预付', value: <Money fen={order.prepaidFen} /> }] : []),
          { term: '结算', value: finalFen === null ? '检测后核定' : <Money fen={finalFen} price /> },
          ...(finalReason ? [{ term: '差异原因', value: finalReason }] : []),
          ...order.refunds.map(({ refundNo, amountFen, reason, doneAt }) => ({
            term: '已退至余额',
            value: (
              <>
                <Money fen={amountFen} />，{shortDay(doneAt)}，{reason}（{refundNo}）
              </>
            ),
          })),
          ...(cancelFeeFen > 0 ? [{ term: '取消费', value: <Money fen={cancelFeeFen} /> }] : []),
          { term: '付款', value: paidAt ? `${minuteText(paidAt)} 付清` : '未付清' },
        ]}
      />
    </Card>
  )
}

export function DeliveryCard({ order }: { order: StaffOrder }) {
  const { delivery, returnAddress } = order
  return (
    <Card title="送样">
      <DescriptionList
        single
        items={[
          { term: '服务方式', value: serviceTypeLabels[order.serviceType] },
          { term: '送样方式', value: deliveryText(delivery) },
          ...(returnAddress
            ? [
                {
                  term: '寄回地址',
                  value: `${regionText(returnAddress)}${returnAddress.address}，${returnAddress.name} ${returnAddress.phone}`,
                },
              ]
            : []),
          { term: '备注', value: order.remark },
        ]}
      />
    </Card>
  )
}

export function InvoiceCard({ order: { invoice } }: { order: StaffOrder }) {
  const facts =
    invoice.type === 0
      ? []
      : [
          { term: '抬头', value: invoice.title },
          { term: '税号', value: invoice.taxNo },
        ]
  const printed =
    invoice.type === 3
      ? [
          { term: '开户行', value: invoice.bank },
          { term: '账号', value: invoice.bankAccount },
          { term: '注册地址', value: invoice.address },
          { term: '注册电话', value: invoice.phone },
        ]
      : []
  return (
    <Card title="开票信息">
      <DescriptionList
        single
        items={[
          { term: '类型', value: invoiceTypeLabel(invoice.type) },
          ...[...facts, ...printed].filter(({ value }) => value !== ''),
        ]}
      />
    </Card>
  )
}

function deliveryText(delivery: StaffOrder['delivery']): string {
  switch (delivery.kind) {
    case 'self_send':
      return '自行寄送'
    case 'visit':
      return delivery.people === 0 ? '云视频参与' : `到场检测，${delivery.people ?? 1} 人`
    case 'upload':
      return '线上传数据'
  }
}
