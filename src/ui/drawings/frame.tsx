import type { ReactNode } from 'react'
import { drawingBox } from './curves.ts'
import css from './frame.module.css'

export type DrawingProps = {
  /** The id or code of what it illustrates: each gets its own picture, always the same. */
  seed: number | string
  /** What the picture stands for; without it the drawing is decoration. */
  title?: string
  /** What its horizontal axis counts. */
  axis?: string | undefined
}

/** The screen of the instrument. Every drawing says that it is one: 示意图. */
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
  /** A picture of a surface goes on beyond its frame; a plot must be seen whole. */
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
