import { useState } from 'react'
import { DueIn } from '../../orders/order-stage.tsx'
import { type ReturnParcel, sampleReturnAddress, sampleReturns } from '../../orders/inbox-contract.ts'
import { useAct, useCall } from '../../platform/client/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SmartLink } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { StageBadge, Tag } from '../../ui/tag.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { ReturnDialog } from './return-dialog.tsx'
import css from './returns.module.css'

export const meta = () => [{ title: '样品寄回 · 明析科测后台' }]

const PAGE_SIZE = 20

/** What goes back to its owners, one order one parcel, by the 48 hours after full payment. */
export default function Returns() {
  const { page, href } = useAddress()
  const { data, error, isPending, isFetching, refetch } = useCall(
    sampleReturns,
    { page, size: PAGE_SIZE },
    { refetchSeconds: 60 },
  )
  return (
    <>
      <PageHeader
        title="样品寄回"
        sub={
          data && data.total > 0
            ? `${data.total} 个包裹，共 ${data.samples} 个样品。付清后 48 小时内寄出。`
            : '付清后 48 小时内寄出。'
        }
      />
      {data ? (
        data.parcels.length === 0 ? (
          <EmptyState title="没有待寄回的样品" icon="truck" action={{ label: '回到工作台', to: '/console' }}>
            客户付清后需要退回的样品，和拒收的样品，会列在这里。
          </EmptyState>
        ) : (
          <>
            <div className={css.parcels}>
              {data.parcels.map((parcel) => (
                <ParcelCard key={parcel.orderNo} parcel={parcel} />
              ))}
            </div>
            <Pagination
              page={page}
              pageCount={Math.ceil(data.total / PAGE_SIZE)}
              href={(to) => href({ page: to })}
              label="包裹分页"
            />
          </>
        )
      ) : isPending ? (
        <Skeleton lines={3} height={120} />
      ) : (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {error?.message}
        </ErrorState>
      )}
    </>
  )
}

function ParcelCard({ parcel }: { parcel: ReturnParcel }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState<ReturnParcel['samples']>()
  const chosen = parcel.samples.filter((sample) => !left.has(sample.sampleNo))
  const toggle = (sampleNo: string) => {
    const next = new Set(left)
    if (!next.delete(sampleNo)) next.add(sampleNo)
    setLeft(next)
  }
  return (
    <Card
      as="article"
      title={<SmartLink to={`/console/orders/${parcel.orderNo}`}>{parcel.orderNo}</SmartLink>}
      actions={parcel.dueAt ? <DueIn at={parcel.dueAt} /> : <span className={css.meta}>没有时限</span>}
    >
      <p className={css.meta}>
        {parcel.customerName} · {parcel.title}
      </p>
      <Recipient parcel={parcel} />
      <ul role="list" className={css.samples}>
        {parcel.samples.map((sample) => (
          <li key={sample.sampleNo}>
            <Checkbox
              value={!left.has(sample.sampleNo)}
              onValue={() => toggle(sample.sampleNo)}
              note={`${sample.name} · ${sample.shelf || '未入库'} · ${sample.storageName}保存`}
            >
              {sample.sampleNo}
            </Checkbox>
            {sample.stage === 'refused' && <StageBadge tone="danger">{sample.stageName}</StageBadge>}
            {sample.hazardNames.map((name) => (
              <Tag key={name} tone="danger">
                {name}
              </Tag>
            ))}
          </li>
        ))}
      </ul>
      <Button
        variant="primary"
        icon="truck"
        aria-disabled={chosen.length === 0}
        onClick={() => chosen.length > 0 && setSending(chosen)}
      >
        登记寄出{chosen.length > 0 && ` ${chosen.length} 个样品`}
      </Button>
      <ReturnDialog parcel={parcel} samples={sending} onClose={() => setSending(undefined)} />
    </Card>
  )
}

/** Masked until somebody is about to write the label; looking leaves a trace. */
function Recipient({ parcel: { orderNo, to } }: { parcel: ReturnParcel }) {
  const [whole, setWhole] = useState<NonNullable<ReturnParcel['to']>>()
  const reveal = useAct(sampleReturnAddress, { onDone: setWhole })
  if (!to)
    return (
      <p role="note" className={css.noAddress}>
        订单没有寄回地址，请先联系客户。
      </p>
    )
  const shown = whole ?? to
  return (
    <div className={css.address}>
      <span>
        {to.name} {whole ? <SmartLink to={`tel:${whole.phone}`}>{whole.phone}</SmartLink> : to.phone}
        <br />
        {shown.address}
      </span>
      {whole ? (
        <CopyButton text={`${whole.name} ${whole.phone} ${whole.address}`}>复制</CopyButton>
      ) : (
        <Button
          size="s"
          busy={reveal.busy}
          aria-label={`查看 ${orderNo} 的完整收件信息`}
          onClick={() => void reveal.run({ orderNo })}
        >
          查看完整地址
        </Button>
      )}
    </div>
  )
}
