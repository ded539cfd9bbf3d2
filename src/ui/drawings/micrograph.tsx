import { useId } from 'react'
import { drawingBox, grains } from './curves.ts'
import { DrawingFrame, type DrawingProps } from './frame.tsx'
import { seedOf } from './random.ts'

/** SEM: grains lit from one side over a noise field, with a scale bar. The browser computes the noise; only its seed travels. */
export function Micrograph({ seed, title, scale = '500 nm' }: DrawingProps & { scale?: string }) {
  const id = useId()
  const number = seedOf(seed)
  const { width, height } = drawingBox
  return (
    <DrawingFrame title={title} grid={false}>
      <filter id={`${id}n`} x="0" y="0" width="1" height="1">
        <feTurbulence type="fractalNoise" baseFrequency=".05 .07" numOctaves="4" seed={number % 997} />
        <feColorMatrix type="saturate" values="0" />
        <feDiffuseLighting surfaceScale="5" lightingColor="#aab4b8">
          <feDistantLight azimuth="225" elevation="42" />
        </feDiffuseLighting>
      </filter>
      <radialGradient id={`${id}g`} cx=".35" cy=".3">
        <stop offset="0" stopColor="#fff" stopOpacity=".75" />
        <stop offset=".75" stopColor="#8a959a" stopOpacity=".55" />
        <stop offset="1" stopColor="#222" stopOpacity=".75" />
      </radialGradient>
      <rect x="-8" y="-4" width={width + 16} height={height + 12} filter={`url(#${id}n)`} />
      <g fill={`url(#${id}g)`}>
        {grains(number, 16).map(({ x, y, r, light }) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={r} opacity={light / 100} />
        ))}
      </g>
      <path d={`M-8 ${height - 14}h${width + 16}v22H-8z`} fill="#0c1b22" />
      <path
        d={`M${width - 92} ${height - 4}h70M${width - 92} ${height - 8}v8M${width - 22} ${height - 8}v8`}
        stroke="#fff"
        strokeWidth="1.5"
      />
      <text x="4" y={height} fill="#fff" fontSize="11">
        {scale}
      </text>
    </DrawingFrame>
  )
}
