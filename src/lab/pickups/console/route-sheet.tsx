import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useStaff } from '../../../core/staff/me.tsx'
import { useCall } from '../../../platform/client/use-call.ts'
import type { OutputOf } from '../../../platform/contract/call.ts'
import { addDays, fromShanghai, shanghaiDate } from '../../../platform/time.ts'
import { ButtonLink } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/input.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { useAddress } from '../../../ui/tables/use-address.ts'
import { dayText } from '../rules.ts'
import { pickupDrivers, pickupRoute } from '../staff/staff-contract.ts'
import { driverOptions } from './assign-dialog.tsx'
import css from './route.module.css'
import { StopCard } from './stop-card.tsx'

export const meta = () => [{ title: '取样路线 · 明析科测后台' }]

/** A driver's day on a phone. The office sees the sheet of any driver, with masked addresses. */
export default function RouteSheet() {
  const { may } = useStaff()
  const address = useAddress()
  const [today] = useState(() => shanghaiDate(new Date()))
  const asked = address.get('date')
  const date = /^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(Date.parse(asked)) ? asked : today
  const driverId = Number(address.get('driver')) || undefined
  const isDriver = may('pickup.depart')
  const route = useCall(pickupRoute, driverId === undefined ? { date } : { date, driverId }, {
    enabled: isDriver || driverId !== undefined,
    refetchSeconds: 60,
  })
  return (
    <div className={css.sheet}>
      <PageHeader title="取样路线" sub={dayText(date)} />
      <nav className="cluster" aria-label="日期">
        <ButtonLink to={address.href({ date: otherDay(date, -1) })} icon="chevron-left" aria-label="前一天" />
        <ButtonLink to={address.href({ date: '' })} aria-current={date === today ? 'date' : undefined}>
          今天
        </ButtonLink>
        <ButtonLink to={address.href({ date: otherDay(date, 1) })} icon="chevron-right" aria-label="后一天" />
      </nav>
      {may('pickup.assign') && <DriverChoice date={date} driverId={driverId} isDriver={isDriver} />}
      {!isDriver && driverId === undefined ? (
        <EmptyState title="请选择取样员" icon="route">
          选择后显示其当天的取样路线。
        </EmptyState>
      ) : (
        <>
          {route.error && route.data && (
            <p role="status" className={css.offline}>
              网络不通，显示的是上次取到的路线单。已填写的内容会保留，恢复后可再次提交。
            </p>
          )}
          <Loaded of={route}>{(data) => <Stops route={data} mayWork={isDriver} />}</Loaded>
        </>
      )}
    </div>
  )
}

function otherDay(date: string, days: number): string {
  return shanghaiDate(addDays(fromShanghai(`${date} 12:00`), days))
}

function DriverChoice({ date, driverId, isDriver }: { date: string; driverId: number | undefined; isDriver: boolean }) {
  const { id } = useStaff()
  const address = useAddress()
  const navigate = useNavigate()
  const drivers = useCall(pickupDrivers, { date })
  return (
    <Field label="取样员" error={drivers.error?.message}>
      <Select
        placeholder={isDriver ? undefined : '请选择'}
        value={driverId ?? (isDriver ? id : null)}
        options={driverOptions(drivers.data?.drivers ?? [], '当天')}
        onValue={(chosen) => void navigate(address.href({ driver: chosen === id ? '' : chosen }), { replace: true })}
      />
    </Field>
  )
}

function Stops({ route: { stops, own, date }, mayWork }: { route: OutputOf<typeof pickupRoute>; mayWork: boolean }) {
  const left = stops.filter(({ stage }) => stage === 'assigned' || stage === 'collecting').length
  if (stops.length === 0)
    return (
      <EmptyState title="当天没有取样" icon="route" action={{ label: '查看全部上门取样', to: '/console/pickups' }}>
        派单后，这里按时段和区域列出各站。
      </EmptyState>
    )
  return (
    <>
      <p role="status">
        共 {stops.length} 站，剩余 {left} 站
      </p>
      <ol role="list" className={css.stops} aria-label="各站">
        {stops.map((stop, index) => (
          <StopCard key={stop.id} stop={stop} position={index + 1} mayWork={mayWork && own} day={date} />
        ))}
      </ol>
    </>
  )
}
