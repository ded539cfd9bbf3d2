import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { deviceForecast } from './forecast-contract.ts'
import { dayText, Told } from './forecast-told.tsx'
import { expectedText, placeText, type ToldForecast } from './forecast-words-rules.ts'
import css from './forecast.module.css'

type Answer = OutputOf<typeof deviceForecast>

interface Line {
  rid: number
  urgent: boolean
}

/** Before ordering: the day as of today, and what urgent would change. Without an answer there is nothing to show. */
export function ForecastBefore({ lines }: { lines: readonly Line[] }) {
  const answer = useForecast(lines)
  return (
    <div role="status">
      {answer?.forecast && (
        <div className={css.told}>
          <Told forecast={answer.forecast} lead="若今天收样，" />
          {answer.ifUrgent && <p className={css.why}>{urgentText(answer.forecast, answer.ifUrgent)}</p>}
        </div>
      )}
    </div>
  )
}

/** Asked in the browser, since it changes with every order, while the page itself is cached; public pages have no store of answers. */
function useForecast(lines: readonly Line[]): Answer | undefined {
  const [answer, setAnswer] = useState<Answer>()
  // A line that staff offered outside the catalogue has no project and no history.
  const asked = JSON.stringify(lines.filter(({ rid }) => rid > 0))
  useEffect(() => {
    const known = JSON.parse(asked) as Line[]
    if (known.length === 0) return
    const left = new AbortController()
    void readForecast(known, left.signal).then(
      (read) => left.signal.aborted || setAnswer(read),
      // The page is whole without it.
      () => left.signal.aborted || setAnswer(undefined),
    )
    return () => left.abort()
  }, [asked])
  return answer
}

async function readForecast(lines: Line[], signal: AbortSignal): Promise<Answer> {
  const [{ send }, contract] = await Promise.all([
    import('../../../platform/client/transport.ts'),
    import('./forecast-contract.ts'),
  ])
  return send(contract.deviceForecast, { lines }, { signal })
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
