import { useCall } from '../../../platform/client/use-call.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/states.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { ServiceType } from '../../samples/service-rules.ts'
import type { OrderStage } from '../rules.ts'
import { orderForecasts } from './forecast-contract.ts'
import { dayText, Told } from './forecast-told.tsx'
import { expectedText, forecastState, placeText } from './forecast-words-rules.ts'

/** On the page of an order until its first data. */
export function OrderForecast({
  orderNo,
  stage,
  serviceType,
}: {
  orderNo: string
  stage: OrderStage
  serviceType: ServiceType
}) {
  // For a visit the booked time counts, which is shown with the booking.
  const state = serviceType === 2 ? 'none' : forecastState(stage)
  const asked = useCall(orderForecasts, { orderNos: [orderNo] }, { enabled: state === 'coming' || state === 'atWork' })
  if (state === 'paused')
    return (
      <Card title="预计出数据">
        <p>检测已暂停，您答复后继续排队并更新预计日期。</p>
      </Card>
    )
  // The server knows whether the first data is there, of an order that is tested or corrected again.
  if (state === 'none' || asked.data?.list[0]?.state === 'none') return null
  return (
    <Card title="预计出数据">
      <Loaded of={asked} waiting={<Skeleton lines={2} />}>
        {({ list: [order] }) =>
          order?.forecast ? (
            <Told forecast={order.forecast} lead={state === 'coming' ? '若今天收样，' : ''} />
          ) : (
            <p>这类检测没有固定天数，客户经理会告知您时间。</p>
          )
        }
      </Loaded>
    </Card>
  )
}

/** One line for a list of orders; empty where no data is expected. */
export function useForecastLines(orders: readonly { orderNo: string; stage: OrderStage }[]): Map<string, string> {
  const orderNos = orders.flatMap(({ orderNo, stage }) => (forecastState(stage) === 'atWork' ? [orderNo] : []))
  const { data } = useCall(orderForecasts, { orderNos }, { enabled: orderNos.length > 0 })
  return new Map(
    (data?.list ?? []).flatMap(({ orderNo, forecast }) =>
      forecast ? [[orderNo, `${expectedText(forecast, dayText)}，${placeText(forecast)}`] as const] : [],
    ),
  )
}
