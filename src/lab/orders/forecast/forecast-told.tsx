import { withoutThisYear } from '../../../ui/text/day-text.ts'
import { expectedText, placeText, reasonText, recordText, type ToldForecast } from './forecast-words-rules.ts'
import css from './forecast.module.css'

export const dayText = (date: string) => withoutThisYear(date)

/** The day with its range, and in small words why. */
export function Told({ forecast, lead = '' }: { forecast: ToldForecast; lead?: string }) {
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
