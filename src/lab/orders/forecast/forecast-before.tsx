import { lazy, Suspense, useEffect, useState } from 'react'
import type { OutputOf } from '../../../platform/contract/call.ts'
import type { deviceForecast } from './forecast-contract.ts'

/** The words come with the answer, after the page. */
const ForecastAnswer = lazy(() => import('./forecast-answer.tsx'))

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
        <Suspense>
          <ForecastAnswer answer={answer} />
        </Suspense>
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
