import { useCall } from '../../../platform/client/use-call.ts'
import { useStaff } from '../../../core/staff/me.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { InstrumentCharts } from '../../control-charts/instrument-charts.tsx'
import { InstrumentPage } from '../../instruments/instrument-page.tsx'
import { BlockedList } from '../../visits/blocked-list.tsx'
import { staffInstrumentUsage } from '../contract.ts'

export const meta = () => [{ title: '仪器 · 明析科测后台' }]

/** The page of an instrument, with its usage, its control charts and the bookings that its downtimes concern. */
export default function Instrument() {
  return <InstrumentPage blocked={BlockedList} usage={Usage} charts={InstrumentCharts} />
}

function Usage({ instrumentId }: { instrumentId: number }) {
  const { may } = useStaff()
  return may('report.read') ? <UsageCard instrumentId={instrumentId} /> : null
}

function UsageCard({ instrumentId }: { instrumentId: number }) {
  const found = useCall(staffInstrumentUsage, { instrumentId })
  return (
    <Card title="使用">
      <Loaded of={found}>
        {(usage) => (
          <DescriptionList
            items={[
              { term: '近 30 天', value: `${usage.recentTests} 次，${hoursOf(usage.recentMinutes)} 小时` },
              { term: '累计', value: `${usage.tests} 次，${hoursOf(usage.minutes)} 小时` },
              { term: '待检测', value: `${usage.orders} 个订单，${usage.samples} 个样品（所服务项目）` },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function hoursOf(minutes: number): string {
  return (minutes / 60).toFixed(1)
}
