import { useState } from 'react'
import { DownloadButton } from '../../../core/files/download-button.tsx'
import { useStaff } from '../../../core/staff/me.tsx'
import { regionText } from '../../../core/regions/region-rules.ts'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { PickupBadge } from '../pickup-badge.tsx'
import { type PickupAction, pickupLifecycle, pickupTime } from '../rules.ts'
import { pickupArrive, pickupDrop, pickupView } from '../staff/staff-contract.ts'
import { AssignDialog, CourierDialog } from './assign-dialog.tsx'
import { pickupReads } from './reads.ts'
import { minuteText } from '../../../ui/text/day-text.ts'

type Pickup = OutputOf<typeof pickupView>

/** Everything about one pickup, and what the office does with it. Reading it is recorded as a read of personal data. */
export function ViewDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const view = useCall(pickupView, { id })
  return (
    <Dialog open onClose={onClose} title="上门取样" size="l">
      <Loaded of={view}>{(pickup) => <View pickup={pickup} />}</Loaded>
    </Dialog>
  )
}

function View({ pickup }: { pickup: Pickup }) {
  return (
    <div className="stack">
      <div className="cluster">
        <strong className="num">{pickup.pickupNo}</strong>
        <PickupBadge pickup={pickup} />
      </div>
      <Verbs pickup={pickup} />
      <DescriptionList items={factsOf(pickup)} />
      {!pickup.full && <p>已达到个人信息访问限额，手机与地址已隐去。</p>}
      {pickup.photos.length > 0 && (
        <div className="cluster">
          {pickup.photos.map((photo, index) => (
            <DownloadButton
              key={photo.id}
              fileId={photo.id}
              name={photo.name}
              as="staff"
              label={`取样照片 ${index + 1}`}
            />
          ))}
        </div>
      )}
      <Timeline
        label="取样进度"
        entries={pickup.history.map(({ what, stageName, who, at, reason }, index) => ({
          key: String(index),
          what: `${what}：${stageName}`,
          who,
          when: minuteText(at),
          detail: reason && `原因：${reason}`,
        }))}
      />
    </div>
  )
}

function factsOf(pickup: Pickup) {
  return [
    {
      term: '订单',
      value: (
        <>
          <SmartLink to={`/console/orders/${pickup.orderNo}`} className="num">
            {pickup.orderNo}
          </SmartLink>{' '}
          {pickup.orderStageName}
        </>
      ),
    },
    { term: '客户', value: pickup.customerName },
    { term: '取样时间', value: pickupTime({ day: pickup.date, slotText: pickup.timeText }) },
    { term: '联系人', value: `${pickup.name} ${pickup.phone}` },
    { term: '地址', value: `${regionText(pickup)}${pickup.address}`, wide: true },
    { term: '留言', value: pickup.message || undefined, wide: true },
    { term: '取样员或快递', value: pickup.who },
    {
      term: '样品',
      value: pickup.samples.map(({ sampleNo, name, stageName }) => `${sampleNo} ${name}（${stageName}）`).join('、'),
      wide: true,
    },
    { term: '取到件数', value: pickup.collectedCount ?? undefined },
    { term: '原因', value: pickup.reason || undefined },
  ]
}

/** Whether the pickup stands where this verb can begin. */
export function mayBegin(action: PickupAction, { stage }: { stage: Pickup['stage'] }): boolean {
  return (pickupLifecycle.transitions[action].from as readonly string[]).includes(stage)
}

function Verbs({ pickup }: { pickup: Pickup }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'assign' | 'courier' | 'arrive' | 'drop'>()
  const arrive = useAct(pickupArrive, { refreshes: pickupReads, onDone: () => toast.success('已入库') })
  const drop = useAct(pickupDrop, { refreshes: pickupReads, onDone: () => toast.success('已取消') })
  const { id, version } = pickup
  const close = () => setOpen(undefined)
  const assigns = may('pickup.assign') && (mayBegin('assign', pickup) || mayBegin('reassign', pickup))
  return (
    <>
      {assigns && !pickup.ready && <p>订单通过审核或完成预付后才能派单。</p>}
      <div className="cluster">
        {assigns && (
          <>
            <Button variant="primary" disabled={!pickup.ready} onClick={() => setOpen('assign')}>
              {pickup.stage === 'requested' ? '派给取样员' : '改派'}
            </Button>
            <Button disabled={!pickup.ready} onClick={() => setOpen('courier')}>
              交由快递
            </Button>
          </>
        )}
        {may('pickup.arrive') && mayBegin('arrive', pickup) && (
          <Button variant="primary" onClick={() => setOpen('arrive')}>
            登记入库
          </Button>
        )}
        {may('pickup.drop') && mayBegin('drop', pickup) && <Button onClick={() => setOpen('drop')}>取消取样</Button>}
      </div>
      {open === 'assign' && <AssignDialog pickup={pickup} onClose={close} />}
      {open === 'courier' && <CourierDialog pickup={pickup} onClose={close} />}
      <ConfirmDialog
        open={open === 'arrive'}
        onClose={close}
        onConfirm={() => arrive.submit({ id, version })}
        title="登记入库"
        confirmLabel="登记入库"
      >
        <p>取回的包裹已到实验室。样品仍需逐个扫码收样。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'drop'}
        onClose={close}
        onConfirm={({ reason }) => drop.submit({ id, version, reason })}
        title="取消取样"
        confirmLabel="取消取样"
        reason={{ label: '取消原因', required: true }}
        danger
      >
        <p>取消后不能恢复，样品回到待寄送，客户可重新预约。客户会收到原因。</p>
      </ConfirmDialog>
    </>
  )
}
