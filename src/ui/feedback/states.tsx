import { type ReactNode, useState } from 'react'
import { Button, ButtonLink } from '../inputs/button.tsx'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink } from '../text/link.tsx'
import css from './states.module.css'

export type SkeletonProps = {
  lines?: number
  /** Height of each block in px; reserves the space, so that the layout does not shift. */
  height?: number
  label?: string
}

/** Appears after 300 ms, so that a quick answer shows nothing in between. */
export function Skeleton({ lines = 3, height = 20, label = '正在加载' }: SkeletonProps) {
  const [replaces] = useState(skeletonIsVisible)
  return (
    // The server does not know whether one is visible.
    <div
      role="status"
      className={css.skeleton}
      style={replaces ? { opacity: 1, animation: 'none' } : undefined}
      suppressHydrationWarning
    >
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div
          key={index}
          className={css.bar}
          style={{ height, width: height < 40 && index === lines - 1 && lines > 1 ? '60%' : '100%' }}
        />
      ))}
    </div>
  )
}

/** While a page is built up, one skeleton takes the place of another; it is then visible from the start, so that nothing blinks. */
function skeletonIsVisible(): boolean {
  if (typeof document === 'undefined') return false
  return Array.from(document.getElementsByClassName(css.skeleton ?? '')).some(
    (element) => getComputedStyle(element).opacity !== '0',
  )
}

/** Shown without scripts: what needs JavaScript, and what works without it. */
export function NeedsScript({ phone }: { phone?: string }) {
  return (
    <noscript>
      <div id="needs-script" role="note" className={css.needsScript}>
        登录、下单与会员中心需要启用 JavaScript，请在浏览器设置中允许后刷新。浏览、搜索和
        <a href="/require">发布需求</a>不受影响{phone && `，也可致电 ${phone}`}。
      </div>
    </noscript>
  )
}

export type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  icon?: IconName
  /** The next action: a link (`to`) or a button (`onClick`). */
  action?: { label: string; to?: string; onClick?: () => void }
}

export function EmptyState({ title, children, icon = 'tube', action }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Icon name={icon} size={48} strokeWidth={1} />
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {action && (
        <div className={css.actions}>
          {action.to ? (
            <ButtonLink variant="primary" to={action.to}>
              {action.label}
            </ButtonLink>
          ) : (
            <Button variant="primary" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export type ErrorStateProps = {
  title?: ReactNode
  /** The message of the refusal. */
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
  /** From the settings. */
  hotline?: string
}

export function ErrorState({ title = '暂时没有取到内容', children, onRetry, busy, hotline }: ErrorStateProps) {
  return (
    <div className={css.state} role="alert">
      <Icon name="alert" size={48} strokeWidth={1} />
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      <div className={css.actions}>
        {onRetry && (
          <Button icon="refresh" onClick={onRetry} busy={busy}>
            重试
          </Button>
        )}
        {hotline && (
          <span>
            或拨打 <SmartLink to={`tel:${hotline.replace(/[^\d+]/g, '')}`}>{hotline}</SmartLink>
          </span>
        )}
      </div>
    </div>
  )
}

/**
 * Where an error page has its 问题编号. The server writes it into the finished page (app/entry.server.tsx), and in the browser the part that
 * reports the error does (web/browser/problem-number.ts); React leaves the content of this element alone.
 */
export function ProblemPlace() {
  return <p id="problem" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

export type NotFoundStateProps = { title?: ReactNode; children?: ReactNode; action?: { label: string; to: string } }

export function NotFoundState({
  title = '没有找到这个页面',
  children = '地址可能有误，或内容已经下线。',
  action = { label: '返回首页', to: '/' },
}: NotFoundStateProps) {
  return (
    <EmptyState title={title} icon="search" action={action}>
      {children}
    </EmptyState>
  )
}
