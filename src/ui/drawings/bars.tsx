import { barHeights, drawingBox } from './curves.ts'
import css from './frame.module.css'
import { DrawingFrame, type DrawingProps } from './frame.tsx'
import { seedOf } from './random.ts'

/** ICP: amounts of a few elements. */
export function Bars({
  seed,
  title,
  labels = ['Li', 'Na', 'Mg', 'Al', 'Fe', 'Co', 'Ni', 'Cu'],
}: DrawingProps & { labels?: readonly string[] }) {
  const step = drawingBox.width / labels.length
  const floor = drawingBox.height - 16
  return (
    <DrawingFrame title={title} grid={false}>
      {barHeights(seedOf(seed), labels.length).map((height, i) => (
        <rect
          key={labels[i]}
          x={i * step + step * 0.2}
          y={floor - height * (floor - 22)}
          width={step * 0.6}
          height={height * (floor - 22)}
          className={css.amber}
        />
      ))}
      <g fill="#c9d4d8" fontSize="11" textAnchor="middle">
        {labels.map((label, i) => (
          <text key={label} x={(i + 0.5) * step} y={drawingBox.height}>
            {label}
          </text>
        ))}
      </g>
    </DrawingFrame>
  )
}
