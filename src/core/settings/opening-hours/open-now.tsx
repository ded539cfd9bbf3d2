import { useEffect, useState } from 'react'
import { type HourException, type Opening, openingAt } from './opening-rules.ts'

/** 「现在营业」 or when it opens next. Computed in the browser, because pages are cached; until then the line shows the opening hours. */
export function OpenNow({ workingHours, exceptions }: { workingHours: string; exceptions: readonly HourException[] }) {
  const [opening, setOpening] = useState<Opening>()
  useEffect(() => {
    const update = () => setOpening(openingAt(workingHours, new Date(), exceptions))
    update()
    const timer = setInterval(update, 60_000)
    return () => clearInterval(timer)
  }, [workingHours, exceptions])
  if (!opening) return <>工作时间：{workingHours}</>
  return <>{opening.open ? `现在营业，今天 ${opening.closesAt} 休息` : `现在休息，${opening.opensAt} 营业`}</>
}
