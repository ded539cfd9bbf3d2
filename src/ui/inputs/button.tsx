import type { ComponentProps, MouseEvent } from 'react'
import css from './button.module.css'
import { cx } from '../text/class-names.ts'
import { Icon, type IconName } from '../text/icon.tsx'
import { SmartLink, type SmartLinkProps } from '../text/link.tsx'

type Look = {
  /** `cta` is for the single call to action of a page, such as 加入实验方案. */
  variant?: 'primary' | 'cta' | 'secondary' | 'quiet' | 'danger'
  size?: 's' | 'm'
  icon?: IconName
  /** Full width of the container. */
  wide?: boolean
}

export type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean }

/**
 * `type` is `button` unless given. While `busy`, the button keeps focus and its width, and ignores clicks:
 * a disabled button would lose the focus of a keyboard user.
 */
export function Button({ variant = 'secondary', size = 'm', icon, wide, busy, className, ...rest }: ButtonProps) {
  const hold = busy || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (hold) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={onClick}
      data-create={creates({ variant, icon })}
      aria-disabled={hold || undefined}
      aria-busy={busy || undefined}
      className={cx(look({ variant, size, wide }), !rest.children && css.iconOnly, className)}
    >
      {busy ? <span className={css.spinner} aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      {rest.children}
    </button>
  )
}

export type ButtonLinkProps = SmartLinkProps & Look

/** A link that looks like a button. For navigation; Button is for actions. */
export function ButtonLink({ variant = 'secondary', size = 'm', icon, wide, className, ...rest }: ButtonLinkProps) {
  return (
    <SmartLink
      {...rest}
      data-create={creates({ variant, icon })}
      className={cx(look({ variant, size, wide }), !rest.children && css.iconOnly, className)}
    >
      {icon && <Icon name={icon} size={18} />}
      {rest.children}
    </SmartLink>
  )
}

/** Marks the button by which a page makes something new; the console presses it with the key `c`. */
function creates({ variant, icon }: Look): true | undefined {
  return (variant === 'primary' && icon === 'plus') || undefined
}

function look({ variant = 'secondary', size, wide }: Look) {
  return cx(css.button, css[variant], size === 's' && css.s, wide && css.wide)
}
