import { useParams } from 'react-router'
import type { OutputOf } from '../../platform/contract/call.ts'
import { fromShanghai } from '../../platform/time.ts'
import { useCall } from '../../platform/client/use-call.ts'
import { OrderPapers } from '../../contracts/order-papers.tsx'
import { DeliveredFiles } from '../../reports/delivered-files.tsx'
import { SampleTable } from '../../samples/sample-table.tsx'
import { Card } from '../../ui/card.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, NotFoundState, Skeleton } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ParameterSummary } from '../../plans/plan-table.tsx'
import { OrderBookings } from '../../reservations/order-bookings.tsx'
import { orderDetail, orderHistory } from '../contract.ts'
import { DataFiles } from '../data-files.tsx'
import { OrderActions } from '../order-actions.tsx'
import { hasEnded, samplesTitle, serviceTypeLabels, type ServiceType } from '../rules.ts'
import { OrderStageBadge } from '../order-stage.tsx'
import css from './order-page.module.css'

export const meta = () => [{ title: '订单详情 · 明析科测' }]

export type OrderDetail = OutputOf<typeof orderDetail>

export default function OrderPage() {
  const { orderNo = '' } = useParams()
  const { data, error, refetch, isFetching } = useCall(orderDetail, { orderNo })
  if (error && !data) {
    if (error.status === 404 || error.error === 'invalid')
      return <NotFoundState title="没有这个订单" action={{ label: '查看我的订单', to: '/member/order' }} />
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
        crumbs={[{ label: '我的订单', to: '/member/order' }, { label: data.orderNo }]}
      />
      <OrderActions order={data} />
      <div className={css.columns}>
        <div className="stack">
          {hasResults(data) && <DeliveredFiles orderNo={data.orderNo} />}
          <Quote order={data} />
          <ContractNote order={data} />
          <OrderBookings bookings={data.reservations} refreshes={[orderDetail, orderHistory]} />
          {data.serviceType === 3 && !hasEnded(data.stage) && (
            <Card title="待分析数据">
              <DataFiles orderNo={data.orderNo} refreshes={[orderDetail]} />
            </Card>
          )}
          {data.group === 'enterprise' && <OrderPapers orderNo={data.orderNo} />}
          <Lines order={data} />
          <Samples order={data} />
          <Facts order={data} />
        </div>
        <Card title="进度" className={css.side ?? ''}>
          <Timeline
            label="订单进度"
            entries={data.timeline.map((entry, index) => ({
              key: String(index),
              what: entry.what,
              who: entry.who,
              when: entry.when.slice(0, 16),
              ...(entry.detail ? { detail: entry.detail } : {}),
            }))}
            {...(data.next
              ? {
                  next: {
                    what: data.next.what,
                    overdue: data.next.overdue,
                    ...(data.next.dueAt ? { promise: <Countdown deadline={fromShanghai(data.next.dueAt)} /> } : {}),
                  },
                }
              : {})}
          />
        </Card>
      </div>
    </div>
  )
}

/** Data is shown from the delivery on; before that there is none to see. */
function hasResults(order: OrderDetail): boolean {
  return order.deliveredAt !== null
}

function Quote({ order }: { order: OrderDetail }) {
  if (order.quoteFen === null) return null
  return (
    <Card title="报价">
      <DescriptionList
        items={[
          { term: '报价金额', value: <Money fen={order.quoteFen} price /> },
          { term: '版本', value: `第 ${order.quoteVersion} 版` },
          { term: '有效期至', value: order.quoteValidUntil?.slice(0, 16) },
        ]}
      />
    </Card>
  )
}

const contractNotes: Record<string, string> = {
  none: '客户经理正在拟定合同，完成后会通知您签署。',
  to_seal: '您已签署，等待我们盖章。',
  expired: '合同已过签署期限，客户经理将重新发出并通知您。如有疑问请联系客户经理。',
}

/** What the order waits for while there is nothing to sign, or why it is to be signed again. */
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
              // An accepted offer for work outside the catalogue has no page.
              line.rid === 0 ? line.projectName : <SmartLink to={`/detail/${line.rid}`}>{line.projectName}</SmartLink>,
          },
          {
            key: 'parameters',
            header: '参数',
            width: '45%',
            render: (line) => <ParameterSummary described={line.described} />,
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
      <p className={css.total}>
        {order.finalFen === null ? (order.quoteFen === null ? '预估费用' : '报价') : '结算金额'}{' '}
        {order.amountFen === null ? '待报价' : <Money fen={order.amountFen} price />}
      </p>
    </Card>
  )
}

function Samples({ order }: { order: OrderDetail }) {
  return (
    <Card
      title={samplesTitle(order)}
      actions={
        order.serviceType === 1 &&
        !hasEnded(order.stage) && (
          <span className="cluster">
            <SmartLink to={`/experiment/labels/${order.orderNo}`} target="_blank">
              打印标签
            </SmartLink>
            <SmartLink to={`/experiment/packing/${order.orderNo}`} target="_blank">
              送样单
            </SmartLink>
          </span>
        )
      }
    >
      <SampleTable samples={order.samples} caption="本单样品" />
    </Card>
  )
}

const deliveryNames: Record<string, string> = { self_send: '自行寄送', visit: '预约到场', upload: '上传数据' }
const invoiceNames: Record<number, string> = { 0: '暂不开票', 1: '增值税电子普通发票', 3: '增值税电子专用发票' }

function Facts({ order }: { order: OrderDetail }) {
  const { contact, returnAddress, invoice, delivery } = order
  const joined = (record: Record<string, unknown> | null, keys: string[]) =>
    record
      ? keys
          .map((key) => record[key])
          .filter(Boolean)
          .join(' ')
      : undefined
  return (
    <Card title="订单信息">
      <DescriptionList
        items={[
          { term: '提交时间', value: order.createdAt.slice(0, 16) },
          {
            term: '服务协议',
            value: (
              <SmartLink to={`/agreement?version=${encodeURIComponent(order.agreementVersion)}`}>
                {order.agreementVersion} 版
              </SmartLink>
            ),
          },
          { term: '服务类型', value: serviceTypeLabels[order.serviceType as ServiceType] },
          { term: '送样方式', value: deliveryNames[String(delivery.kind)] ?? '' },
          { term: '联系人', value: joined(contact, ['name', 'phone', 'email']) },
          {
            term: '寄回地址',
            value: joined(returnAddress, ['name', 'phone', 'province', 'city', 'area', 'address']),
            wide: true,
          },
          { term: '发票', value: [invoiceNames[Number(invoice.type)], invoice.title].filter(Boolean).join('，') },
          { term: '备注', value: order.remark || undefined, wide: true },
        ]}
      />
    </Card>
  )
}
