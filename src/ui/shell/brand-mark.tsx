/** A diffraction trace in a circle of filter paper. */
export function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <circle cx="16" cy="16" r="15" fill="#0c1b22" />
      <path
        d="M4.5 21.5h4.5l1.2-3 1.3 3H14l2-14.5 2 14.5h2.5l1.3-6 1.4 6h4.3"
        fill="none"
        stroke="#b9f25c"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
