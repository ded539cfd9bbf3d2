import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../text/class-names.ts'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './site-sidebar.module.css'

export type SiteSidebarProps = {
  phone: string
  hours?: string
  /** 客服: the address of a chat or form. */
  serviceHref?: string
  /** `<QrCode …/>` of the public account, with its own text alternative. */
  qr?: ReactNode
  qrText?: string
  /** On a phone a row at the end of the page instead of a floating button, so that nothing covers the buttons of work pages. */
  inFlow?: boolean
}

/** Hides the button on a phone while scrolling down, because it would cover the text, and shows it while scrolling up. */
function useReading(): boolean {
  const [reading, setReading] = useState(false)
  useEffect(() => {
    let last = window.scrollY
    const onScroll = () => {
      const now = window.scrollY
      if (Math.abs(now - last) < 8) return
      setReading(now > last && now > 100)
      last = now
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return reading
}

/** Contact entries in the same order on every page. On a phone they are one button above any sticky bar (`--sticky-bottom`). */
export function SiteSidebar({
  phone,
  hours = '周一至周六 8:30-18:30',
  serviceHref = '/contact',
  qr,
  qrText,
  inFlow,
}: SiteSidebarProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      for (const panel of root.current?.querySelectorAll('details') ?? []) panel.open = false
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const reading = useReading()
  return (
    <aside
      ref={root}
      data-away={(reading && !open) || undefined}
      aria-label="服务栏"
      className={cx(css.bar, inFlow && css.inFlow)}
    >
      <button
        type="button"
        className={css.toggle}
        aria-expanded={open}
        aria-label="客服与联系方式"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'chat'} size={24} />
      </button>
      <ul role="list" className={css.list}>
        <li>
          <SmartLink to={serviceHref} className={css.entry}>
            <Icon name="chat" />
            客服
          </SmartLink>
        </li>
        {qr && (
          <Panel icon="qr" label="扫码">
            {qr}
            {qrText && <p>{qrText}</p>}
          </Panel>
        )}
        {phone && (
          <Panel icon="phone" label="热线">
            <SmartLink to={`tel:${phone.replace(/[^\d+]/g, '')}`} className={css.strong}>
              {phone}
            </SmartLink>
            服务热线
          </Panel>
        )}
        <Panel icon="clock" label="时间">
          工作时间
          <span className={css.strong}>{hours}</span>
        </Panel>
        <li>
          <a href="#top" className={css.entry}>
            <Icon name="arrow-up" />
            顶部
            <span className="visually-hidden">（返回顶部）</span>
          </a>
        </li>
      </ul>
    </aside>
  )
}

/** A shared name: the browser closes the other disclosures when one opens. */
function Panel({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <li>
      <details name="service-bar" className={css.more}>
        <summary className={css.entry}>
          <Icon name={icon} />
          {label}
        </summary>
        <div className={css.panel}>{children}</div>
      </details>
    </li>
  )
}
