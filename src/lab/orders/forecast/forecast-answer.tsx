import type { OutputOf } from '../../../platform/contract/call.ts'
import type { deviceForecast } from './forecast-contract.ts'
import { dayText, Told } from './forecast-told.tsx'
import { expectedText, placeText, type ToldForecast } from './forecast-words-rules.ts'
import css from './forecast.module.css'

/** The day as of today in words, and what urgent would change. */
export default function ForecastAnswer({ answer }: { answer: OutputOf<typeof deviceForecast> }) {
  if (!answer.forecast) return null
  return (
    <div className={css.told}>
      <Told forecast={answer.forecast} lead="若今天收样，" />
      {answer.ifUrgent && <p className={css.why}>{urgentText(answer.forecast, answer.ifUrgent)}</p>}
    </div>
  )
}

/** What urgent changes as far as it is known, also when that is nothing. */
function urgentText(usual: ToldForecast, urgent: ToldForecast): string | null {
  if (usual.expectedOn === null || urgent.expectedOn === null) return null
  if (urgent.method === 'catalogue') return '加急：优先排队，能提前几天请咨询客户经理'
  const place = urgent.ahead === usual.ahead ? '' : `，${placeText(urgent)}`
  return urgent.expectedOn < usual.expectedOn || (urgent.latestOn ?? '') < (usual.latestOn ?? '')
    ? `加急：${expectedText(urgent, dayText)}${place}`
    : `加急：按目前的排队和以往的用时，预计日期不会提前${place}`
}
