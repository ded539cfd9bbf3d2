import { createElement, type SVGProps } from 'react'
import { cx } from './class-names.ts'
import { iconNodes } from './icon-nodes.ts'

export type IconName = keyof typeof iconNodes
export const iconNames = Object.keys(iconNodes) as IconName[]

/** Decorative unless `label` is given. `size` in px; the colour is that of the text. The stroke is set once in base.css instead of per icon. */
export function Icon({
  name,
  size = 20,
  label,
  className,
  ...rest
}: SVGProps<SVGSVGElement> & { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={cx('icon', className)}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      {iconNodes[name].map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
