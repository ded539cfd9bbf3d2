import { useState } from 'react'
import { DueIn } from '../../orders/order-stage.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/inputs/choice.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Paged } from '../../../ui/tables/paged.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { StageBadge, Tag } from '../../../ui/text/tag.tsx'
import { LinkTabs } from '../../../ui/layout/tabs.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { type ReturnParcel, sampleReturnAddress, sampleReturns, samplesDue } from '../return-contract.ts'
import { KeepOver } from './keep-over.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import css from './returns.module.css'

export const meta = () => [{ title: '样品寄回 · 明析科测后台' }]

const PAGE_SIZE = 20

/** The day's work first: parcels to send back. Samples whose storage time is over wait behind a tab of their own. */
export default function Returns() {
  const { oneOf, href } = useAddress()
  const tab = oneOf('tab', ['parcels', 'keepOver'])
  const toSend = useCall(sampleReturns, { page: 1, size: PAGE_SIZE }, { refetchSeconds: 60 }).data
  const over = useCall(samplesDue, { page: 1, size: 1 }, { refetchSeconds: 60 }).data
  return (
    <>
      <PageHeader
        title="样品寄回"
        actions={
          <ButtonLink to="/console/imports" icon="import">
            导入快递单号
          </ButtonLink>
        }
        sub={subOf(toSend)}
      />
      <LinkTabs
        label="样品寄回"
        tabs={[
          {
            to: href({ tab: '' }),
            label: '待寄回包裹',
            current: tab === 'parcels',
            ...(toSend && { count: toSend.total }),
          },
          {
            to: href({ tab: 'keepOver' }),
            label: '留样期满待销毁',
            current: tab === 'keepOver',
            ...(over && { count: over.total }),
          },
        ]}
      />
      <div className={css.list}>{tab === 'parcels' ? <Parcels /> : <KeepOver />}</div>
    </>
  )
}

function subOf(toSend: OutputOf<typeof sampleReturns> | undefined): string {
  return [
    toSend && toSend.total > 0 ? `${toSend.total} 个包裹，共 ${toSend.samples} 个样品。` : '',
    toSend && toSend.unpaid > 0 ? `另有 ${toSend.unpaid} 个样品待客户付清费用后寄回。` : '',
    '付清后 48 小时内寄出。',
  ].join('')
}

/** One per order, by the deadline of 48 hours after full payment. */
function Parcels() {
  const { page, href } = useAddress()
  const parcels = useCall(sampleReturns, { page, size: PAGE_SIZE }, { refetchSeconds: 60 })
  return (
    <Loaded of={parcels}>
      {(data) =>
        data.total === 0 ? (
          <EmptyState title="没有待寄回的样品" icon="truck" action={{ label: '回到工作台', to: '/console' }}>
            客户付清后需要退回的样品，和拒收的样品，会列在这里。
          </EmptyState>
        ) : (
          <>
            <Paged
              rows={data.parcels.length}
              page={page}
              pageCount={Math.ceil(data.total / PAGE_SIZE)}
              href={(to) => href({ page: to })}
              label="包裹分页"
            >
              <div className={css.parcels}>
                {data.parcels.map((parcel) => (
                  <ParcelCard key={parcel.orderNo} parcel={parcel} />
                ))}
              </div>
            </Paged>
          </>
        )
      }
    </Loaded>
  )
}

function ParcelCard({ parcel }: { parcel: ReturnParcel }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState<ReturnParcel['samples']>()
  const [first] = useState(parcel.toMark)
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
      {parcel.toMark !== first && <p role="note">客户刚刚更改了寄回地址，请按新地址核对包裹。</p>}
      {/* The whole address that was read is not that of a changed one. */}
      <Recipient key={parcel.toMark} parcel={parcel} />
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

/** Masked until staff ask for the full address; every such read is audited. */
function Recipient({ parcel: { orderNo, to } }: { parcel: ReturnParcel }) {
  const [whole, setWhole] = useState<NonNullable<ReturnParcel['to']>>()
  const reveal = useAct(sampleReturnAddress, { onDone: setWhole })
  if (!to)
    return (
      <p role="note" className={css.noAddress}>
        订单没有寄回地址，请联系客户，由客户在「我的样品」里选择。
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
