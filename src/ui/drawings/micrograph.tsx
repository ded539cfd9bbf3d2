import { drawingBox, grains } from './curves.ts'
import { DrawingFrame, type DrawingProps } from './frame.tsx'
import { drawingId, seededRandom, seedOf } from './random.ts'

export const micrographShapes = ['spheres', 'fibres', 'plates', 'particles', 'section'] as const
export type MicrographShape = (typeof micrographShapes)[number]

/** SEM and TEM: the sample's structure over a noise texture, with a scale bar. An SVG filter computes the noise from a seed. */
export function Micrograph({
  seed,
  title,
  scale = '500 nm',
  info,
  shape = 'spheres',
}: DrawingProps & { scale?: string | undefined; info?: string | undefined; shape?: MicrographShape | undefined }) {
  const id = drawingId('micrograph', seed, shape)
  const number = seedOf(seed)
  const { width, height } = drawingBox
  return (
    <DrawingFrame title={title} grid={false} fills>
      <filter id={`${id}n`} x="0" y="0" width="1" height="1">
        <feTurbulence type="fractalNoise" baseFrequency=".05 .07" numOctaves="4" seed={number % 997} />
        <feColorMatrix type="saturate" values="0" />
        <feDiffuseLighting surfaceScale="5" lightingColor="#aab4b8">
          <feDistantLight azimuth="225" elevation={shape === 'particles' ? 78 : 42} />
        </feDiffuseLighting>
      </filter>
      <radialGradient id={`${id}g`} cx=".35" cy=".3">
        <stop offset="0" stopColor="#fff" stopOpacity=".75" />
        <stop offset=".75" stopColor="#8a959a" stopOpacity=".55" />
        <stop offset="1" stopColor="#222" stopOpacity=".75" />
      </radialGradient>
      <rect x="-8" y="-4" width={width + 16} height={height + 12} filter={`url(#${id}n)`} />
      <Shapes shape={shape} number={number} light={`url(#${id}g)`} />
      <path d={`M-8 ${height - 14}h${width + 16}v22H-8z`} fill="#0c1b22" />
      <path
        d={`M${width - 92} ${height - 4}h70M${width - 92} ${height - 8}v8M${width - 22} ${height - 8}v8`}
        stroke="#fff"
        strokeWidth="1.5"
      />
      <g fill="#fff" fontSize="11">
        {info !== undefined && (
          <text x="4" y={height}>
            {info}
          </text>
        )}
        <text x={info === undefined ? 4 : width - 98} y={height} textAnchor={info === undefined ? undefined : 'end'}>
          {scale}
        </text>
      </g>
    </DrawingFrame>
  )
}

/** Grains are bright; particles in transmission are dark; fibres, plates and sections are outlines. */
function Shapes({ shape, number, light }: { shape: MicrographShape; number: number; light: string }) {
  const random = seededRandom(number)
  const whole = (most: number) => Math.round(most * random())
  if (shape === 'spheres') {
    return (
      <g fill={light}>
        {grains(number, 15).map(({ x, y, r, light: bright }) => (
          <circle key={`${x},${y}`} cx={x} cy={y} r={r} opacity={bright / 100} />
        ))}
      </g>
    )
  }
  if (shape === 'particles') {
    // Dark discs of three sizes; overlaps are darker.
    return (
      <g stroke="#1a2226" strokeLinecap="round" opacity=".6">
        {[9, 14, 21].map((size) => (
          <path
            key={size}
            d={Array.from({ length: 9 }, () => `M${whole(320)} ${whole(150)}h0`).join('')}
            strokeWidth={size}
          />
        ))}
      </g>
    )
  }
  if (shape === 'fibres') {
    const lines = Array.from({ length: 14 }, () => `M${whole(320)}-9q${whole(80) - 40} 90 ${whole(240) - 120} 170`)
    return (
      <g fill="none" strokeLinecap="round">
        <path d={lines.join('')} stroke="#20292e" strokeWidth="9" />
        <path d={lines.join('')} stroke="#c3ccd0" strokeWidth="5" opacity=".85" />
      </g>
    )
  }
  if (shape === 'plates') {
    return (
      <g fill={light} stroke="#dfe7ea" strokeWidth=".6">
        {Array.from({ length: 12 }, (_, i) => {
          const [x, y, w, h, lean] = [whole(300), whole(130), 26 + whole(44), 16 + whole(26), whole(24) - 12]
          // oxlint-disable-next-line react/no-array-index-key -- plates never move
          return <path key={i} d={`M${x} ${y}l${w} ${lean} ${-lean} ${h} ${-w} ${-lean}z`} opacity=".9" />
        })}
      </g>
    )
  }
  // A polished section: grains separated by dark boundaries, and one crack.
  const walls = Array.from(
    { length: 16 },
    () => `M${whole(320)} ${whole(150)}l${whole(50) - 25} ${whole(44)} ${whole(60) - 10} ${whole(40) - 20}`,
  )
  const start = 40 + whole(200)
  return (
    <g fill="none" stroke="#10181c">
      <path d={walls.join('')} strokeWidth="1.4" opacity=".7" />
      <path d={`M${start}-4l14 40-9 26 18 38-6 50`} strokeWidth="3.5" />
    </g>
  )
}
