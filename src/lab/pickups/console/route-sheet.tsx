import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { regionText } from '../../../ground/regions/region-rules.ts'
import { useStaff } from '../../../ground/staff/me.tsx'
import { useAct, useCall } from '../../../platform/client/use-call.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/input.tsx'
import { SmartLink } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pickupSearch } from '../list-contract.ts'
import { PickupBadge } from '../pickup-badge.tsx'
import { dayText } from '../rules.ts'
import { pickupDepart, pickupDrivers, pickupFail, pickupRoute, type StaffPickup } from '../staff-contract.ts'
import { CollectDialog } from './collect-dialog.tsx'

export const meta = () => [{ title: '取样路线 · 明析科测后台' }]

const reads = [pickupRoute, pickupSearch]

/** The stops of a driver on a day, in the order of the way; made for a phone. */
export default function RouteSheet() {
  const [query, setQuery] = useSearchParams()
  const today = shanghaiDate(new Date())
  const asked = query.get('date') ?? ''
  const date = /^\d{4}-\d{2}-\d{2}$/.test(asked) ? asked : today
  const driverId = Number(query.get('driver')) || undefined
  const sheet = useCall(pickupRoute, driverId === undefined ? { date } : { date, driverId }, { alwaysAsk: true })
  const put = (change: Record<string, string>) =>
    setQuery({ date, ...(driverId ? { driver: String(driverId) } : {}), ...change })
  const dayFrom = (days: number) => shanghaiDate(addDays(fromShanghai(date), days))
  return (
    <div className="stack">
      <PageHeader
        title={`取样路线 ${dayText(date)}`}
        crumbs={[{ label: '上门取样', to: '/console/pickups' }, { label: '路线单' }]}
      />
      <div className="cluster">
        <Button size="s" icon="chevron-left" onClick={() => put({ date: dayFrom(-1) })}>
          前一天
        </Button>
        {date !== today && (
          <Button size="s" onClick={() => put({ date: today })}>
            今天
          </Button>
        )}
        <Button size="s" icon="chevron-right" onClick={() => put({ date: dayFrom(1) })}>
          后一天
        </Button>
      </div>
      <Loaded of={sheet}>
        {({ stops, own, driverName, driverId: shown }) => (
          <div className="stack">
            <DriverChoice date={date} shown={shown} onChoose={(id) => put({ driver: String(id) })} />
            {stops.length === 0 ? (
              <EmptyState
                title="当天没有取样"
                icon="truck"
                action={{ label: '查看全部取样', to: '/console/pickups' }}
              />
            ) : (
              <>
                <p role="status">
                  {own ? '我' : driverName}的路线，共 {stops.length} 处{!own && '。手机与地址仅对取样员本人显示'}
                </p>
                <ol role="list" className="stack" style={{ padding: 0 }}>
                  {stops.map((stop, index) => (
                    <Stop key={stop.id} stop={stop} number={index + 1} own={own} />
                  ))}
                </ol>
              </>
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}

function DriverChoice({ date, shown, onChoose }: { date: string; shown: number; onChoose: (id: number) => void }) {
  const drivers = useCall(pickupDrivers, { date })
  const list = drivers.data?.drivers ?? []
  if (list.length === 0 || (list.length === 1 && list[0]?.id === shown)) return null
  return (
    <Field label="取样员">
      <Select
        placeholder="请选择"
        value={list.some(({ id }) => id === shown) ? shown : null}
        onValue={onChoose}
        options={list.map(({ id, name, stops }) => ({ value: id, label: `${name}（${stops} 处）` }))}
      />
    </Field>
  )
}

function Stop({ stop, number, own }: { stop: StaffPickup; number: number; own: boolean }) {
  const { may } = useStaff()
  const [open, setOpen] = useState<'collect' | 'fail'>()
  const depart = useAct(pickupDepart, { refreshes: reads, onDone: () => toast.success('已通知客户：取样员已出发') })
  const fail = useAct(pickupFail, { refreshes: reads, onDone: () => toast.success('已登记，客户会收到通知') })
  const chosen = { id: stop.id, version: stop.version }
  const place = `${regionText(stop)}${stop.address}`
  const underWay = stop.stage === 'assigned' || stop.stage === 'collecting'
  return (
    <Card as="li" title={`${number}. ${stop.timeText}`} titleAs="h2" actions={<PickupBadge pickup={stop} />}>
      <div className="stack">
        <p>
          {stop.name}{' '}
          {own && underWay ? <a href={`tel:${stop.phone}`}>{stop.phone}</a> : <span className="num">{stop.phone}</span>}
        </p>
        <p>
          {place} {own && underWay && <CopyButton text={place}>复制地址</CopyButton>}
        </p>
        <p>
          {stop.sampleCount} 个样品，订单 <SmartLink to={`/console/orders/${stop.orderNo}`}>{stop.orderNo}</SmartLink>
          {stop.collectedCount !== null && `，取到 ${stop.collectedCount} 件`}
        </p>
        {stop.message && <p>留言：{stop.message}</p>}
        {stop.reason && <p>原因：{stop.reason}</p>}
        <div className="cluster">
          {stop.stage === 'assigned' && may('pickup.depart') && (
            <Button variant="primary" busy={depart.busy} onClick={() => void depart.run(chosen)}>
              出发
            </Button>
          )}
          {stop.stage === 'collecting' && may('pickup.collect') && (
            <Button variant="primary" onClick={() => setOpen('collect')}>
              已取样
            </Button>
          )}
          {underWay && may('pickup.fail') && <Button onClick={() => setOpen('fail')}>取样失败</Button>}
          {stop.stage === 'collected' && may('sample.receive') && (
            <ButtonLink icon="qr" to="/console/intake">
              扫码收样
            </ButtonLink>
          )}
        </div>
      </div>
      {open === 'collect' && <CollectDialog stop={stop} onClose={() => setOpen(undefined)} refreshes={reads} />}
      <ConfirmDialog
        open={open === 'fail'}
        onClose={() => setOpen(undefined)}
        title="取样失败"
        confirmLabel="登记失败"
        danger
        reason={{ label: '失败原因', required: true, maxLength: 200 }}
        onConfirm={({ reason }) => fail.submit({ ...chosen, reason })}
      >
        样品回到待寄送，客户会看到原因，可重新预约。
      </ConfirmDialog>
    </Card>
  )
}
