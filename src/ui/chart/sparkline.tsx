import { pathOf } from '../drawings/curves.ts'

/** A trend of the last days, as high as a line of text. `label` describes it for screen readers. */
export function Sparkline({
  values,
  label,
  width = 96,
  height = 24,
}: {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}) {
  if (values.length < 2) return null
  const d = pathOf(
    values.map((value, i) => [i, value] as const),
    { width, height: height - 2 },
    { floor: Math.min(0, ...values) },
  )
  return (
    <svg role="img" aria-label={label} width={width} height={height} viewBox={`0 -1 ${width} ${height}`}>
      <path d={d} fill="none" stroke="var(--brand-500)" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  )
}
