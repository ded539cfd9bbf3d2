import { useParams } from 'react-router'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { useCall } from '../../../platform/client/use-call.ts'
import { OrderPapers } from '../../../lab/contracts/order-papers.tsx'
import { PaperCard } from '../../../lab/paper-kit/paper-card.tsx'
import { DeliveredFiles } from '../../../lab/reports/results/delivered-files.tsx'
import { isAwaited } from '../../../lab/samples/rules.ts'
import { AccreditationNote } from '../../../core/settings/accreditation-note.tsx'
import { OrderReviews } from '../../../shop/reviews/order-reviews.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/feedback/states.tsx'
import { Table } from '../../../ui/tables/table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { PaperButtons } from '../paper-buttons.tsx'
import { papersOf } from '../paper-rules.ts'
import { ParameterSummary } from '../../../lab/plans/parameter-summary.tsx'
import { SameAsNote } from '../../../lab/plans/plan-table.tsx'
import { samplingList } from '../../../lab/pickups/contract.ts'
import { OrderPickups } from '../../../lab/pickups/order-pickups.tsx'
import { isLive } from '../../../lab/pickups/rules.ts'
import { OrderBookings } from '../../../lab/visits/order-bookings.tsx'
import { FundingCard } from '../../../lab/orders/spending/funding-card.tsx'
import { OrderForecast } from '../../../lab/orders/forecast/forecast-note.tsx'
import { orderDetail, orderHistory } from '../../../lab/orders/contract.ts'
import { DataFiles } from '../../../lab/orders/analysis-data/data-files.tsx'
import { addressWords } from '../../../lab/ordering/drafts/draft-fields.tsx'
import { discountFacts } from '../../../lab/orders/quotes/discount-facts.tsx'
import { invoiceTypeLabel } from '../../../lab/orders/invoicing/invoice-rules.ts'
import { OrderSamples, sendsSamples } from '../order-samples.tsx'
import { OtherIdentity } from '../other-identity.tsx'
import { OrderActions } from '../order-actions.tsx'
import { hasEnded } from '../../../lab/orders/rules.ts'
import { serviceTypeLabels } from '../../../lab/samples/service-rules.ts'
import { OrderStageBadge } from '../../../lab/orders/order-stage.tsx'
import { StepDue } from '../step-due.tsx'
import { ThreadCard } from '../../threads/thread-card.tsx'
import css from './order-page.module.css'
import { minuteText } from '../../../ui/text/day-text.ts'

export const meta = () => [{ title: '订单详情 · 明析科测' }]

export type OrderDetail = OutputOf<typeof orderDetail>

export default function OrderPage() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch, isFetching } = useCall(orderDetail, { orderNo })
  if (error && !data) {
    if (error.status === 404 || error.error === 'invalid') return <OtherIdentity orderNo={orderNo} />
    return (
      <ErrorState onRetry={() => void refetch()} busy={isFetching}>
        {error.message}
      </ErrorState>
    )
  }
  if (!data) return <Skeleton lines={5} height={72} />
  return (
    <div className="stack">
      <PageHeader
        title={`订单 ${data.orderNo}`}
        sub={data.title}
        badge={
          <span className="cluster">
            <OrderStageBadge stage={data.stage}>{data.stageName}</OrderStageBadge>
            {data.urgent && <Tag tone="warn">加急</Tag>}
          </span>
        }
        crumbs={
          data.readOnly && !data.cluster
            ? [{ label: '待付款', to: '/member/unpaid' }, { label: data.orderNo }]
            : [{ label: '我的订单', to: '/member/order' }, { label: data.orderNo }]
        }
      />
      <WhoPays order={data} />
      {(!data.readOnly || data.cluster) && <OrderActions order={data} />}
      <div className={css.columns}>
        <div className="stack">
          {!data.readOnly && <RetestOffer order={data} />}
          {sendsSamples(data) && <OrderSamples order={data} />}
          {hasResults(data) && <DeliveredFiles orderNo={data.orderNo} />}
          {(!data.readOnly || data.cluster) && <ThreadCard orderNo={data.orderNo} />}
          {hasResults(data) && <PaperCard orderNo={data.orderNo} />}
          {(!data.readOnly || data.cluster) && (
            <OrderForecast orderNo={data.orderNo} stage={data.stage} serviceType={data.serviceType} />
          )}
          <Quote order={data} />
          <Paid order={data} />
          <ContractNote order={data} />
          <OrderBookings
            orderNo={data.orderNo}
            bookings={data.reservations}
            slotLines={data.slotLines}
            refreshes={[orderDetail, orderHistory]}
          />
          {(!data.readOnly || data.cluster) && <OrderPickups order={data} refreshes={[orderDetail, orderHistory]} />}
          {data.serviceType === 3 && !data.readOnly && !hasEnded(data.stage) && (
            <Card title="待分析数据">
              <DataFiles orderNo={data.orderNo} refreshes={[orderDetail]} />
            </Card>
          )}
          {data.group === 'enterprise' && !data.readOnly && <OrderPapers orderNo={data.orderNo} />}
          <Lines order={data} />
          {(!data.readOnly || data.cluster) && papersOf(data).length > 0 && (
            <Card title="单据">
              <span className="cluster">
                <PaperButtons order={data} as="customer" />
              </span>
            </Card>
          )}
          {hasResults(data) && !data.readOnly && <OrderReviews orderNo={data.orderNo} />}
          <FundingCard order={data} {...(data.readOnly ? {} : { refreshes: [orderDetail] })} />
          {!sendsSamples(data) && <OrderSamples order={data} />}
          <Facts order={data} />
        </div>
        {/* On narrow screens the progress comes first, and after the delivery the data. */}
        <Card title="进度" className={hasResults(data) ? '' : (css.side ?? '')}>
          <Timeline
            label="订单进度"
            entries={data.timeline.map((entry, index) => ({
              key: String(index),
              what: entry.what,
              who: entry.who,
              when: minuteText(entry.when),
              detail: entry.detail || undefined,
            }))}
            {...(data.next
              ? {
                  next: {
                    what: data.next.what,
                    overdue: data.next.who === 'customer' && data.next.overdue,
                    promise: data.next.dueAt ? <StepDue next={data.next} /> : undefined,
                  },
                }
              : {})}
          />
        </Card>
      </div>
    </div>
  )
}

/** Whose order it is, where the reader is not the customer alone. */
function WhoPays({ order: { cluster, readOnly } }: { order: OrderDetail }) {
  if (cluster && readOnly)
    return (
      <p>
        由课题组「{cluster.name}」付款，{cluster.member || '成员'}
        下单。您以课题组身份查看；样品与检测事项由下单成员处理。
      </p>
    )
  if (cluster) return <p>由课题组「{cluster.name}」付款</p>
  return readOnly ? <p>您为这份订单付款，客户允许您查看结果。</p> : null
}

/** The data is shown from the delivery on. */
function hasResults(order: OrderDetail): boolean {
  return order.deliveredAt !== null
}

/** The fee and reason of an offered retest, shown without opening the dialog. */
function RetestOffer({ order }: { order: OrderDetail }) {
  if (order.stage !== 'retest_offered' || order.retestOfferFen === null) return null
  return (
    <Card title="复测费用待您确认">
      <DescriptionList
        single
        items={[
          { term: '复测费用', value: <Money fen={order.retestOfferFen} price /> },
          { term: '收费原因', value: order.timeline.at(-1)?.detail },
        ]}
      />
    </Card>
  )
}

function Quote({ order }: { order: OrderDetail }) {
  if (order.quoteFen === null) return null
  return (
    <Card title="报价">
      <DescriptionList
        items={[
          { term: '报价金额', value: <Money fen={order.quoteFen} price /> },
          ...(order.finalFen === null ? discountFacts(order) : []),
          { term: '版本', value: `第 ${order.quoteVersion} 版` },
          ...(order.stage === 'quoted' ? [{ term: '有效期至', value: minuteText(order.quoteValidUntil) }] : []),
        ]}
      />
    </Card>
  )
}

/** Paid and final amount, with the reason when the final amount differs from the agreed one. */
function Paid({ order }: { order: OrderDetail }) {
  const { paidFen, finalFen, finalReason, cancelFeeFen } = order
  if (paidFen === 0 && finalFen === null && cancelFeeFen === 0) return null
  const agreedFen = order.quoteFen ?? order.estimateFen
  return (
    <Card title="费用">
      <DescriptionList
        items={[
          ...(agreedFen === null ? [] : [{ term: '约定金额', value: <Money fen={agreedFen} /> }]),
          ...(finalFen === null ? [] : discountFacts(order)),
          ...(finalFen === null ? [] : [{ term: '结算金额', value: <Money fen={finalFen} price /> }]),
          ...(finalReason ? [{ term: '差异原因', value: finalReason, wide: true }] : []),
          ...(cancelFeeFen > 0 ? [{ term: '取消费', value: <Money fen={cancelFeeFen} price /> }] : []),
          { term: '已付款', value: <Money fen={paidFen} /> },
        ]}
      />
    </Card>
  )
}

const contractNotes: Partial<Record<NonNullable<OrderDetail['contract']>['state'], string>> = {
  none: '客户经理正在拟定合同，完成后会通知您签署。',
  to_seal: '您已签署，等待我们盖章。',
  expired: '合同已过签署期限，客户经理将重新发出并通知您。如有疑问请联系客户经理。',
}

/** What the order waits for while there is nothing to sign, or why the contract was sent back. */
function ContractNote({ order: { contract } }: { order: OrderDetail }) {
  if (!contract) return null
  const text =
    contract.state === 'sent_back'
      ? `合同已退回，请重新签署。退回原因：${contract.reason}`
      : contractNotes[contract.state]
  if (!text) return null
  return (
    <Card title="合同进展">
      <p role="status">{text}</p>
    </Card>
  )
}

function Lines({ order }: { order: OrderDetail }) {
  return (
    <Card title="项目与费用">
      <Table
        caption="项目与费用"
        hideCaption
        rows={order.lines}
        rowKey={(line) => String(line.id)}
        columns={[
          {
            key: 'name',
            header: '项目',
            rowHeader: true,
            cardLabel: '',
            render: (line) =>
              // Work outside the catalogue has no project page.
              line.rid === 0 ? line.projectName : <SmartLink to={`/detail/${line.rid}`}>{line.projectName}</SmartLink>,
          },
          {
            key: 'parameters',
            header: '参数',
            width: '45%',
            render: (line) => (
              <>
                <ParameterSummary described={line.described} />
                {line.sameAs && <SameAsNote orderNo={line.sameAs} />}
              </>
            ),
          },
          { key: 'count', header: '样品数', align: 'end', render: (line) => line.sampleCount },
          {
            key: 'amount',
            header: '金额',
            align: 'end',
            render: (line) => (line.amountFen === null ? '待报价' : <Money fen={line.amountFen} />),
          },
        ]}
      />
      {order.coupons.length > 0 && order.finalFen === null && order.quoteFen === null && (
        <div style={{ marginTop: 'var(--space-16)' }}>
          <DescriptionList items={discountFacts(order)} />
        </div>
      )}
      <p className={css.total}>
        {order.finalFen === null ? (order.quoteFen === null ? '预估费用' : '报价') : '结算金额'}
        {discountOf(order) > 0 && (
          <>
            （已优惠 <Money fen={discountOf(order)} />）
          </>
        )}{' '}
        {order.amountFen === null ? '待报价' : <Money fen={order.amountFen} price />}
      </p>
      {order.finalFen === null && tookLess(order) && (
        <p>
          以上按下单的 {order.samples.length} 个样品计算；实际收到 {order.received} 个，最终费用按实际检测的样品核定。
        </p>
      )}
      {order.finalFen === null && order.retestFeeFen > 0 && (
        <p>
          含复测费用 <Money fen={order.retestFeeFen} />
        </p>
      )}
      {order.finalFen === null && order.reductionFen > 0 && (
        <p>
          已减免 <Money fen={order.reductionFen} />
        </p>
      )}
      <AccreditationNote rids={order.lines.map((line) => line.rid)} />
    </Card>
  )
}

/** What coupons take off the amount that is shown. */
function discountOf(order: OrderDetail): number {
  return order.finalFen === null ? order.discountFen : order.finalDiscountFen
}

/** All expected samples have arrived, fewer than ordered: the estimate is still for the ordered number. */
function tookLess({ samples, received }: OrderDetail): boolean {
  return received > 0 && received < samples.length && !samples.some(isAwaited)
}

const deliveryNames = { self_send: '自行寄送', visit: '预约到场', upload: '上传数据' }

function Facts({ order }: { order: OrderDetail }) {
  const { contact, returnAddress, invoice, delivery } = order
  // Read as the card of pickups reads it: an order that is fetched is stored like one that is sent.
  const mayFetch = order.serviceType === 1 && (!order.readOnly || order.cluster !== null)
  const pickups = useCall(samplingList, { orderNo: order.orderNo, page: 1, size: 10 }, { enabled: mayFetch })
  const isFetched = (pickups.data?.list ?? []).some(({ stage }) => isLive(stage) || stage === 'arrived')
  return (
    <Card title="订单信息">
      <DescriptionList
        items={[
          { term: '提交时间', value: minuteText(order.createdAt) },
          {
            term: '服务协议',
            value: (
              <SmartLink to={`/agreement?version=${encodeURIComponent(order.agreementVersion)}`}>
                {order.agreementVersion} 版
              </SmartLink>
            ),
          },
          { term: '服务类型', value: serviceTypeLabels[order.serviceType] },
          { term: '送样方式', value: isFetched ? '上门取样' : deliveryNames[delivery.kind] },
          { term: '联系人', value: [contact.name, contact.phone, contact.email].filter(Boolean).join(' ') },
          {
            term: '寄回地址',
            value: returnAddress ? addressWords(returnAddress) : undefined,
            wide: true,
          },
          {
            term: '发票',
            value: invoiceText(invoice),
          },
          { term: '备注', value: order.remark || undefined, wide: true },
        ]}
      />
    </Card>
  )
}

function invoiceText(invoice: OrderDetail['invoice']): string {
  const label = invoiceTypeLabel(invoice.type)
  return invoice.type === 0 ? label : [label, invoice.title, invoice.taxNo].filter(Boolean).join('，')
}
