import { starLabels } from './rules.ts'

/** Stars as text, with their number for those who do not see them. */
export function Stars({ stars }: { stars: number }) {
  const full = Math.round(stars)
  return (
    <span
      role="img"
      aria-label={`${stars} 星，满分 5 星`}
      style={{ color: 'var(--trace-amber)', whiteSpace: 'nowrap' }}
    >
      {'★'.repeat(full)}
      {'☆'.repeat(5 - full)}
    </span>
  )
}

export function starText(stars: number): string {
  return `${stars} 星 ${starLabels[stars] ?? ''}`.trim()
}
