import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../../platform/contract/call.ts'
import { Icon } from '../../../../ui/text/icon.tsx'
import { SmartLink } from '../../../../ui/text/link.tsx'
import type { indexMsg } from '../../contract.ts'
import css from './ticker.module.css'

type Messages = OutputOf<typeof indexMsg>

const STAY_MS = 5000

/**
 * One line under the banner. The server's HTML holds the service promises; notices and the latest orders replace them when there are any, so that
 * the layout does not shift and the line is never empty.
 */
export function Ticker() {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(false)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true)
    const asking = new AbortController()
    messages(asking.signal).then(
      (found) => setLines(linesOf(found)),
      () => undefined,
    )
    return () => asking.abort()
  }, [])
  useEffect(() => {
    if (paused || lines.length < 2) return
    const timer = setInterval(() => setAt((now) => (now + 1) % lines.length), STAY_MS)
    return () => clearInterval(timer)
  }, [paused, lines.length])
  const line = lines[at]
  return (
    <div className={css.ticker}>
      <p className={`page ${css.line}`}>
        <span className={css.icon}>
          <Icon name={line?.at === undefined ? 'info' : 'clock'} size={16} />
        </span>
        <span className={css.text}>
          {line ? <Message line={line} /> : '收样后 2 小时内来电 · 实验结束 2 小时内交付 · 付清后 48 小时内寄回'}
        </span>
        {lines.length > 1 && (
          <button type="button" className={css.pause} onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} size={14} label={paused ? '继续滚动消息' : '暂停滚动消息'} />
          </button>
        )}
      </p>
    </div>
  )
}

interface Line {
  text: string
  link?: string
  /** The day of the order. */
  at?: string
}

function Message({ line: { text, link, at } }: { line: Line }) {
  if (link) return <SmartLink to={link}>{text}</SmartLink>
  return (
    <>
      {text}
      {at && (
        <time dateTime={at} className={css.at}>
          {at.slice(5)}
        </time>
      )}
    </>
  )
}

function linesOf({ notices, ticker }: Messages): Line[] {
  return [...notices.map(({ title, link }) => ({ text: title, link })), ...ticker]
}

/** Uses fetch() directly, because importing the declared call would load its validator. */
async function messages(signal: AbortSignal): Promise<Messages> {
  const answer = await fetch('/api/open/web/indexMsg', { signal })
  return ((await answer.json()) as { data: Messages }).data
}
