import css from '../library.module.css'
import { drawingHeight, drawingWidth } from './drawing-rules.ts'

/** The stored drawing of a curve. Decoration: the row says in words what it is. */
export function CurveDrawing({ line }: { line: string }) {
  return (
    <svg
      className={css.drawing}
      viewBox={`-2 -2 ${drawingWidth + 4} ${drawingHeight + 4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={line}
        fill="none"
        stroke="var(--brand-500)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
