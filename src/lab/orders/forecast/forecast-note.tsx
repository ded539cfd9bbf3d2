import { useCall } from '../../../platform/client/use-call.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { withoutThisYear } from '../../../ui/text/day-text.ts'
import type { OrderStage } from '../rules.ts'
import { deviceForecast, orderForecasts } from './forecast-contract.ts'
import {
  expectedText,
  forecastState,
  placeText,
  reasonText,
  recordText,
  type ToldForecast,
} from './forecast-words-rules.ts'
import css from './forecast.module.css'

const dayText = (date: string) => withoutThisYear(date)

function Told({ forecast, lead = '' }: { forecast: ToldForecast; lead?: string }) {
  const why = [placeText(forecast), reasonText(forecast), recordText(forecast)].filter(Boolean).join('；')
  return (
    <div className={css.told}>
      <p className={css.main}>
        {lead}
        {expectedText(forecast, dayText)}
      </p>
      <p className={css.why}>{why}</p>
    </div>
  )
}

/** On the page of an order until its first data. */
export function OrderForecast({ orderNo, stage }: { orderNo: string; stage: OrderStage }) {
  const state = forecastState(stage)
  const asked = useCall(orderForecasts, { orderNos: [orderNo] }, { enabled: state === 'coming' || state === 'atWork' })
  if (state === 'paused')
    return (
      <Card title="预计出数据">
        <p>检测已暂停，您答复后继续排队并更新预计日期。</p>
      </Card>
    )
  const forecast = asked.data?.list[0]?.forecast
  if (!forecast) return null
  return (
    <Card title="预计出数据">
      <Told forecast={forecast} lead={state === 'coming' ? '若今天收样，' : ''} />
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

/** Before ordering: the day as of today, and what urgent would change. */
export function ForecastBefore({ lines }: { lines: readonly { rid: number; urgent: boolean }[] }) {
  // A line that staff offered outside the catalogue has no project and no history.
  const known = lines.filter(({ rid }) => rid > 0)
  const { data } = useCall(deviceForecast, { lines: [...known] }, { enabled: known.length > 0 })
  if (!data?.forecast) return null
  return (
    <div className={css.told} role="status">
      <Told forecast={data.forecast} lead="若今天收样，" />
      {data.ifUrgent && <p className={css.why}>{urgentText(data.forecast, data.ifUrgent)}</p>}
    </div>
  )
}

/** What urgent changes as far as it is known, also when that is nothing. */
function urgentText(usual: ToldForecast, urgent: ToldForecast): string | null {
  if (usual.expectedOn === null || urgent.expectedOn === null) return null
  const place = urgent.ahead === usual.ahead ? '' : `，${placeText(urgent)}`
  return urgent.expectedOn < usual.expectedOn || (urgent.latestOn ?? '') < (usual.latestOn ?? '')
    ? `加急：${expectedText(urgent, dayText)}${place}`
    : `加急：按目前的排队和以往加急单的用时，预计日期不会提前${place}`
}
