import type { ComponentProps, ReactNode } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

/** `to`: a path of this site is navigated in the client; `tel:`, `mailto:`, `#…` and `https:` are plain anchors. */
export type SmartLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  /** For files and API answers, which the browser must load instead of the router. */
  reload?: boolean
  children?: ReactNode
}

export function SmartLink({ to, reload, children, ...rest }: SmartLinkProps) {
  if (/^https?:/.test(to))
    return (
      <a href={to} rel="noopener noreferrer" target="_blank" {...rest}>
        {children}
      </a>
    )
  if (reload || rest.download !== undefined || isPlain(to))
    return (
      <a href={to} {...rest}>
        {children}
      </a>
    )
  return (
    <PageLink to={to} {...rest}>
      {children}
    </PageLink>
  )
}

/**
 * On the server nothing navigates, and an absolute path without dots and double slashes is its own address. A page has a hundred links, and each
 * would ask the router.
 */
function isPlain(to: string): boolean {
  return /^([a-z]+:|#)/.test(to) || (import.meta.env.SSR && to[0] === '/' && !/\/[/.]/.test(to))
}

/** Site and console may have hosts of their own, so from one to the other the browser goes instead of the router. */
function staysInArea({ pathname }: HTMLAnchorElement): boolean {
  return pathname.startsWith('/console') === window.location.pathname.startsWith('/console')
}

/** React Router's Link without prefetching and route discovery, which are unused here and would be loaded by every page. */
function PageLink({ to, onClick, target, children, ...rest }: SmartLinkProps) {
  const go = useLinkClickHandler(to, { target })
  return (
    <a
      {...rest}
      href={useHref(to)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented && staysInArea(event.currentTarget)) go(event)
      }}
    >
      {children}
    </a>
  )
}
