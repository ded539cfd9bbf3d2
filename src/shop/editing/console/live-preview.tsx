import { useEffect, useRef, useState } from 'react'
import { ApiError, send } from '../../../platform/client/transport.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { useDelayed } from '../../../ui/feedback/use-delayed.ts'
import type { KindName } from '../kinds/kind-rules.ts'
import { contentPreviewTyped } from '../revisions/revision-contract.ts'
import css from './live-preview.module.css'
import { fieldsOf } from './refused-fields.ts'

const widths = { phone: 375, desk: 1280 } as const
const SETTLED_MS = 700
/** A desk page in a narrower pane cannot be read. */
const ROOM_FOR_DESK = 620
/** The header of the page stays at its top. */
const BELOW_HEADER = 88

/** The real page in a frame, with what the form holds; it follows a moment after the last key. */
export function LivePreview({
  name,
  id,
  data,
  place: shownAt,
  onClose,
}: {
  name: KindName
  id: number
  data: Record<string, unknown>
  /** Where the page shows the field that is being edited, as a selector. */
  place: string | undefined
  onClose: () => void
}) {
  const [chosen, setSize] = useState<keyof typeof widths>()
  const { path, problem, busy, retry } = useTypedPreview(name, id, data)
  const place = useRef<HTMLDivElement>(null)
  const room = useRoom(place)
  const size = chosen ?? (room.width < ROOM_FOR_DESK ? 'phone' : 'desk')
  const width = widths[size]
  const scale = Math.min(1, room.width / width)
  return (
    <section aria-label="实时预览" className={css.pane}>
      <div className={css.bar}>
        <span className="cluster" role="group" aria-label="预览宽度">
          <Button size="s" aria-pressed={size === 'phone'} onClick={() => setSize('phone')}>
            手机
          </Button>
          <Button size="s" aria-pressed={size === 'desk'} onClick={() => setSize('desk')}>
            电脑
          </Button>
        </span>
        <span role="status" className={css.state}>
          {busy ? '正在更新' : problem ? '' : '已更新'}
        </span>
        <Button size="s" variant="quiet" icon="close" aria-label="收起实时预览" onClick={onClose} />
      </div>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
          <Button size="s" onClick={retry}>
            重试
          </Button>
        </p>
      )}
      <div ref={place} className={css.place}>
        {path !== undefined && room.width > 0 && (
          <Frame path={path} size={{ width, height: room.height }} scale={scale} shownAt={shownAt} />
        )}
      </div>
    </section>
  )
}

/**
 * Loads the next page in place of the last one, where the reader had scrolled to, without an entry in the browser's history. Another
 * field in the form scrolls the page to it.
 */
function Frame({
  path,
  size: { width, height },
  scale,
  shownAt,
}: {
  path: string
  size: { width: number; height: number }
  scale: number
  shownAt: string | undefined
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The attribute stays as it was: a changed one would load the page once more, with an entry in the history.
  const [first] = useState(path)
  const shown = useRef(path)
  const scrolled = useRef<number>(undefined)
  useEffect(() => {
    const page = frame.current?.contentWindow
    if (!page || path === shown.current) return
    shown.current = path
    scrolled.current = page.scrollY
    page.location.replace(path)
  }, [path])
  // Another width lays the page out anew.
  useEffect(() => scrollToPlace(frame.current, shownAt, 'smooth'), [shownAt, width])
  const arrive = () => {
    if (scrolled.current === undefined) scrollToPlace(frame.current, shownAt, 'instant')
    else frame.current?.contentWindow?.scrollTo(0, scrolled.current)
  }
  return (
    <div style={{ height, width: width * scale, overflow: 'hidden' }}>
      <iframe
        ref={frame}
        title="页面预览"
        src={first}
        // The server sends the page without scripts; a link in it leads nowhere.
        sandbox="allow-same-origin"
        className={css.frame}
        style={{ width, height: height / scale, transform: `scale(${scale})` }}
        onLoad={arrive}
      />
    </div>
  )
}

/** Scrolls the page in the frame only; `scrollIntoView` would scroll the form around it as well. */
function scrollToPlace(frame: HTMLIFrameElement | null, place: string | undefined, behavior: ScrollBehavior): void {
  const page = frame?.contentWindow
  const target = place === undefined ? null : page?.document.querySelector(place)
  if (!page || !target) return
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const top = page.scrollY + target.getBoundingClientRect().top - BELOW_HEADER
  page.scrollTo({ top: Math.max(0, top), behavior: isCalm ? 'instant' : behavior })
}

/** Asks for a page of the settled text; an answer to an older text is dropped. The last page stays while the text cannot be shown. */
function useTypedPreview(name: KindName, id: number, data: Record<string, unknown>) {
  const text = useDelayed(JSON.stringify(data), SETTLED_MS)
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<{ path?: string; problem?: string; busy: boolean }>({ busy: true })
  useEffect(() => {
    let isStale = false
    setState((old) => ({ ...old, busy: true }))
    send(contentPreviewTyped, { kind: name, id, data: JSON.parse(text) as Record<string, unknown> }).then(
      ({ path }) => !isStale && setState({ path, busy: false }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const [first] = Object.values(fieldsOf(error))
        if (!isStale) setState((old) => ({ ...old, problem: `预览没有更新：${first ?? error.message}`, busy: false }))
      },
    )
    return () => {
      isStale = true
    }
  }, [name, id, text, tries])
  return { ...state, retry: () => setTries(tries + 1) }
}

function useRoom(place: { current: HTMLElement | null }): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    if (!place.current) return
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return room
}
