import { useState } from 'react'
import { regionText } from '../../../core/regions/region-rules.ts'
import { useAct } from '../../../platform/client/use-call.ts'
import { shanghaiDate } from '../../../platform/time.ts'
import { Button, ButtonLink } from '../../../ui/inputs/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/inputs/copy-button.tsx'
import { SmartLink } from '../../../ui/text/link.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { PickupBadge } from '../pickup-badge.tsx'
import { pickupArrive, pickupDepart, pickupFail, type StaffPickup } from '../staff/staff-contract.ts'
import { CollectDialog } from './collect-dialog.tsx'
import { pickupReads } from './reads.ts'
import css from './route.module.css'
import { mayBegin } from './view-dialog.tsx'

type Props = { stop: StaffPickup; position: number; mayWork: boolean; day: string }

/** One door of the day. Phone and street are shown only for own stops of today that are not done. */
export function StopCard({ stop, position, mayWork, day }: Props) {
  const where = `${regionText(stop)}${stop.address}`
  const readable = !where.includes('*')
  return (
    <Card
      as="li"
      titleAs="h2"
      title={
        <>
          <span className="num">{position}.</span> {stop.timeText}
        </>
      }
      actions={<PickupBadge pickup={stop} />}
    >
      <div className={css.stop}>
        <p>
          <strong>{stop.name}</strong> · {stop.sampleCount} 个样品
        </p>
        <p>{where}</p>
        {stop.message && <p>留言：{stop.message}</p>}
        {stop.collectedCount !== null && <p>已取 {stop.collectedCount} 件</p>}
        {stop.reason && <p>原因：{stop.reason}</p>}
        <p className={css.numbers}>
          <span className="num">{stop.pickupNo}</span>
          <SmartLink to={`/console/orders/${stop.orderNo}`} className="num">
            {stop.orderNo}
          </SmartLink>
        </p>
        {readable && (
          <div className={css.row}>
            <ButtonLink to={`tel:${stop.phone}`} icon="phone" aria-label={`拨打 ${stop.name} ${stop.phone}`}>
              {stop.phone}
            </ButtonLink>
            <CopyButton text={`${stop.name} ${stop.phone} ${where}`} size="m" variant="secondary">
              复制地址
            </CopyButton>
            <ButtonLink to={mapLink(where)} icon="pin" aria-label={`在地图中查看 ${where}`}>
              地图
            </ButtonLink>
          </div>
        )}
        {mayWork && <StopVerbs stop={stop} day={day} />}
      </div>
    </Card>
  )
}

/** Opens the app of Amap where it is installed. */
function mapLink(where: string): string {
  return `https://uri.amap.com/search?${new URLSearchParams({ keyword: where, view: 'map', callnative: '1' })}`
}

function StopVerbs({ stop, day }: { stop: StaffPickup; day: string }) {
  const [open, setOpen] = useState<'collect' | 'fail' | 'arrive'>()
  const depart = useAct(pickupDepart, { refreshes: pickupReads, onDone: () => toast.success('已出发，客户会收到通知') })
  const fail = useAct(pickupFail, { refreshes: pickupReads, onDone: () => toast.success('已登记取样失败') })
  const arrive = useAct(pickupArrive, { refreshes: pickupReads, onDone: () => toast.success('已入库') })
  const { id, version } = stop
  const close = () => setOpen(undefined)
  const [today] = useState(() => shanghaiDate(new Date()))
  const early = day > today
  return (
    <div className={css.row}>
      {mayBegin('depart', stop) && (
        <Button
          variant="primary"
          icon="truck"
          disabled={early}
          busy={depart.busy}
          onClick={() => void depart.run({ id, version })}
        >
          {early ? '到取样日期后才能出发' : '出发'}
        </Button>
      )}
      {mayBegin('collect', stop) && (
        <Button variant="primary" icon="check" onClick={() => setOpen('collect')}>
          已取样
        </Button>
      )}
      {mayBegin('fail', stop) && <Button onClick={() => setOpen('fail')}>取样失败</Button>}
      {stop.stage === 'collected' && (
        <Button icon="home" onClick={() => setOpen('arrive')}>
          登记入库
        </Button>
      )}
      <CollectDialog stop={stop} open={open === 'collect'} onClose={close} />
      <ConfirmDialog
        open={open === 'fail'}
        onClose={close}
        onConfirm={({ reason }) => fail.submit({ id, version, reason })}
        title="取样失败"
        confirmLabel="登记失败"
        reason={{ label: '失败原因', required: true }}
        danger
      >
        <p>样品回到待寄送，客户可重新预约。客户会收到原因。</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'arrive'}
        onClose={close}
        onConfirm={() => arrive.submit({ id, version })}
        title="登记入库"
        confirmLabel="登记入库"
      >
        <p>取回的包裹已到实验室。样品仍需逐个扫码收样。</p>
      </ConfirmDialog>
    </div>
  )
}
