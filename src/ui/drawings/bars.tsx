import { barHeights, drawingBox } from './curves.ts'
import css from './frame.module.css'
import { DrawingFrame, type DrawingProps } from './frame.tsx'
import { seedOf } from './random.ts'

/** Bars for the amounts of a few elements; plausible values when none are given. */
export function Bars({
  seed,
  title,
  labels = ['Li', 'Na', 'Mg', 'Al', 'Fe', 'Co', 'Ni', 'Cu'],
  values,
}: DrawingProps & { labels?: readonly string[] | undefined; values?: readonly number[] | undefined }) {
  const most = Math.max(...(values ?? []), 1e-9)
  const heights = values
    ? labels.map((_, i) => Math.min(Math.max((values[i] ?? 0) / most, 0.01), 1))
    : barHeights(seedOf(seed), labels.length)
  const step = drawingBox.width / labels.length
  const floor = drawingBox.height - 16
  return (
    <DrawingFrame title={title} grid={false}>
      {heights.map((height, i) => (
        <rect
          key={labels[i]}
          x={Math.round(i * step + step * 0.2)}
          y={Math.round(floor - height * (floor - 22))}
          width={Math.round(step * 0.6)}
          height={Math.round(height * (floor - 22))}
          className={css.amber}
        />
      ))}
      <g fill="#c9d4d8" fontSize="11" textAnchor="middle">
        {labels.map((label, i) => (
          <text key={label} x={Math.round((i + 0.5) * step)} y={drawingBox.height}>
            {label}
          </text>
        ))}
      </g>
    </DrawingFrame>
  )
}
