import { useState } from 'react'
import { DueIn } from '../../orders/order-stage.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StageBadge, Tag } from '../../../ui/tag.tsx'
import { LinkTabs } from '../../../ui/tabs.tsx'
import { useAddress } from '../../../ui/use-address.ts'
import { toast } from '../../../ui/toast.tsx'
import { staffSampleDispose, type ReturnParcel, sampleReturnAddress, sampleReturns, samplesDue } from '../contract.ts'
import { ReturnDialog } from './return-dialog.tsx'
import css from './returns.module.css'

export const meta = () => [{ title: '样品寄回 · 明析科测后台' }]

const PAGE_SIZE = 20

/** Parcels to send back, and kept samples whose storage time is over. */
export default function Returns() {
  const { page, href, oneOf } = useAddress()
  const tab = oneOf('tab', ['parcels', 'keepOver'])
  const parcels = useCall(
    sampleReturns,
    { page: tab === 'parcels' ? page : 1, size: PAGE_SIZE },
    { refetchSeconds: 60 },
  )
  const over = useCall(samplesDue, { page: tab === 'keepOver' ? page : 1, size: PAGE_SIZE }, { refetchSeconds: 60 })
  const { data } = parcels
  return (
    <>
      <PageHeader
        title="样品寄回"
        actions={
          <ButtonLink to="/console/imports" icon="import">
            导入快递单号
          </ButtonLink>
        }
        sub={[
          data && data.total > 0 ? `${data.total} 个包裹，共 ${data.samples} 个样品。` : '',
          data && data.unpaid > 0 ? `另有 ${data.unpaid} 个样品待客户付清费用后寄回。` : '',
          '付清后 48 小时内寄出。',
        ].join('')}
      />
      <LinkTabs
        label="样品去向"
        tabs={[
          { to: '?', label: '待寄回包裹', count: data?.total, current: tab === 'parcels' },
          { to: '?tab=keepOver', label: '留样期满待销毁', count: over.data?.total, current: tab === 'keepOver' },
        ]}
      />
      {tab === 'parcels' ? (
        <Parcels of={parcels} page={page} href={href} />
      ) : (
        <SamplesToDestroy of={over} page={page} href={href} />
      )}
    </>
  )
}

interface Paged {
  page: number
  href: (change: { page: number }) => string
}

/** One per order, by the deadline of 48 hours after full payment. */
function Parcels({ of, page, href }: Paged & { of: ReturnType<typeof useCall<typeof sampleReturns>> }) {
  return (
    <Loaded of={of}>
      {({ parcels, total }) =>
        parcels.length === 0 ? (
          <EmptyState title="没有待寄回的样品" icon="truck" action={{ label: '回到工作台', to: '/console' }}>
            客户付清后需要退回的样品，和拒收的样品，会列在这里。
          </EmptyState>
        ) : (
          <>
            <div className={css.parcels}>
              {parcels.map((parcel) => (
                <ParcelCard key={parcel.orderNo} parcel={parcel} />
              ))}
            </div>
            <Pagination
              page={page}
              pageCount={Math.ceil(total / PAGE_SIZE)}
              href={(to) => href({ page: to })}
              label="包裹分页"
            />
          </>
        )
      }
    </Loaded>
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
      {parcel.freeReturn && <p role="note">客户使用了寄回包邮券：请寄付，运费由本站承担。</p>}
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

/** Kept samples whose storage time is over. Staff confirm every destruction. */
function SamplesToDestroy({ of, page, href }: Paged & { of: ReturnType<typeof useCall<typeof samplesDue>> }) {
  const [ending, setEnding] = useState<string>()
  const dispose = useAct(staffSampleDispose, { refreshes: [samplesDue] })
  return (
    <>
      <Loaded of={of}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title="没有留样期满的样品" icon="check">
              留样到期的样品会列在这里，按规定处置后登记销毁。
            </EmptyState>
          ) : (
            <>
              <KeptSamples list={list} onEnd={setEnding} />
              <Pagination
                page={page}
                pageCount={Math.ceil(total / PAGE_SIZE)}
                href={(to) => href({ page: to })}
                label="留样期满分页"
              />
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          await dispose.submit({ sampleNo: ending ?? '', action: 'destroy' })
          toast.success(`${ending} 已登记销毁`)
        }}
        title={`确认销毁 ${ending ?? ''}`}
        confirmLabel="已按规定销毁"
        danger
      >
        请先按危险性分类处置样品，再登记。登记后客户会收到通知，不能撤销。
      </ConfirmDialog>
    </>
  )
}

type KeptSample = OutputOf<typeof samplesDue>['list'][number]

function KeptSamples({ list, onEnd }: { list: readonly KeptSample[]; onEnd: (sampleNo: string) => void }) {
  return (
    <Card>
      <ul role="list" className={css.kept}>
        {list.map((sample) => (
          <li key={sample.sampleNo}>
            <span className="num">{sample.sampleNo}</span>
            <span>
              {sample.name}{' '}
              {sample.hazardNames.map((name) => (
                <Tag key={name} tone="danger">
                  {name}
                </Tag>
              ))}
            </span>
            <span className={css.meta}>
              {sample.shelf || '未登记位置'} · 保存至 {sample.keepUntil?.slice(0, 10)}
            </span>
            <Button size="s" aria-label={`确认销毁 ${sample.sampleNo}`} onClick={() => onEnd(sample.sampleNo)}>
              确认销毁
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Masked until staff ask for the full address; every such read is audited. */
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
