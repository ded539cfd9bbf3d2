import { qrModules } from './qr-modules.ts'

export type QrCodeProps = {
  text: string
  /** The text alternative: what scanning does. */
  label: string
  size?: number
  className?: string
}

/** The black modules as one path. */
export function QrCode({ text, label, size = 128, className }: QrCodeProps) {
  const { rows, size: modules } = qrModules(text)
  const path = rows
    .flatMap((row, y) => row.map((dark, x) => (dark && !row[x - 1] ? `M${x} ${y}h${runLength(row, x)}v1H${x}z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${modules}v${modules}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function runLength(row: readonly boolean[], from: number): number {
  const end = row.indexOf(false, from)
  return (end === -1 ? row.length : end) - from
}
