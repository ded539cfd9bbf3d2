import type { ReactNode } from 'react'
import { drawingBox } from './curves.ts'
import css from './frame.module.css'

export type DrawingProps = {
  /** The id or code of the illustrated item: each seed always gives the same drawing. */
  seed: number | string
  /** The text alternative; without it the drawing is decorative. */
  title?: string
  /** The label of the horizontal axis. */
  axis?: string | undefined
}

/** The frame of all drawings, like an instrument's screen. It labels each drawing as an illustration (示意图). */
export function DrawingFrame({
  title,
  axis,
  children,
  grid = true,
  fills = false,
}: {
  title?: string
  axis?: string | undefined
  children: ReactNode
  grid?: boolean
  /** True for pictures of a surface, which may be cropped; a plot must be visible completely. */
  fills?: boolean
}) {
  const { width, height } = drawingBox
  return (
    <figure className={css.figure}>
      <svg
        viewBox={`-8 -4 ${width + 16} ${height + 12}`}
        width={width + 16}
        height={height + 12}
        preserveAspectRatio={fills ? 'xMidYMid slice' : undefined}
        role={title ? 'img' : undefined}
        aria-label={title ? `${title}示意图` : undefined}
        aria-hidden={title ? undefined : true}
      >
        {grid && (
          <path
            d={`M0 40H${width}M0 80H${width}M0 120H${width}M80 0V${height}M160 0V${height}M240 0V${height}`}
            stroke="#2c414b"
            strokeWidth=".5"
          />
        )}
        {children}
      </svg>
      <figcaption className={css.caption}>{axis ? `示意图 · ${axis}` : '示意图'}</figcaption>
    </figure>
  )
}

export function Trace({ d, cyan }: { d: string; cyan?: boolean }) {
  return <path d={d} className={cyan ? `${css.trace} ${css.cyan}` : css.trace} />
}
