import { drawingBox } from './curves.ts'
import css from './frame.module.css'
import { DrawingFrame, type DrawingProps } from './frame.tsx'
import { drawingId, seededRandom, seedOf } from './random.ts'

const { width, height } = drawingBox
const grey = { fill: '#c9d4d8', fontSize: 11 }

/** Contact angle: a drop whose outline meets the surface at the angle given, with its tangent. */
export function Droplet({ title, angle }: DrawingProps & { angle: number }) {
  const theta = (Math.min(Math.max(angle, 8), 172) * Math.PI) / 180
  const floor = 128
  // As large as fits: a flat drop is limited by its width, a round one by its height.
  const radius = Math.min(88 / Math.sin(Math.min(theta, Math.PI / 2)), 104 / (1 - Math.cos(theta)))
  const foot = radius * Math.sin(theta)
  const [left, right] = [Math.round(160 - foot), Math.round(160 + foot)]
  const arc = `${Math.round(radius)} ${Math.round(radius)} 0 ${theta > Math.PI / 2 ? 1 : 0} 1`
  return (
    <DrawingFrame title={title} grid={false}>
      <path d={`M${left} ${floor}A${arc} ${right} ${floor}z`} fill="#0a1216" stroke="#5fd4de" strokeWidth="1.6" />
      <path d={`M-8 ${floor}H${width + 8}V${height + 12}H-8z`} fill="#4a5a62" />
      <path
        d={`M${right} ${floor}l${Math.round(-70 * Math.cos(theta))} ${Math.round(-70 * Math.sin(theta))}M${right} ${floor}h-60`}
        stroke="#ffb454"
        strokeWidth="1.6"
      />
      <text x={8} y={20} {...grey}>
        θ = {angle}°
      </text>
    </DrawingFrame>
  )
}

/** Selected-area diffraction: rings of a polycrystal, or the net of a single crystal. */
export function Diffraction({
  seed,
  title,
  rings,
  net,
}: DrawingProps & { rings?: readonly number[]; net?: readonly number[] }) {
  const random = seededRandom(seedOf(seed))
  const [a = 34, b = 27, slant = 8] = net ?? []
  const spots = rings
    ? rings.flatMap((radius) =>
        Array.from({ length: 7 }, () => {
          const angle = 2 * Math.PI * random()
          return [160 + radius * Math.cos(angle), 80 + radius * Math.sin(angle), 2] as const
        }),
      )
    : [-2, -1, 0, 1, 2].flatMap((row) =>
        [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((column) => {
          const [x, y] = [column * a + row * slant, row * b]
          return [160 + x, 80 + y, Math.max(1, 5 - Math.hypot(x, y) / 32)] as const
        }),
      )
  return (
    <DrawingFrame title={title} grid={false}>
      <g fill="none" stroke="#dfe7ea" opacity=".5">
        {rings?.map((radius) => (
          <circle key={radius} cx="160" cy="80" r={radius} />
        ))}
      </g>
      {[1, 2, 3, 4, 5].map((size) => {
        const dots = spots.filter(([, , r]) => Math.round(r) === size)
        if (dots.length === 0) return null
        const d = dots.map(([x, y]) => `M${Math.round(x)} ${Math.round(y)}h0`).join('')
        return <path key={size} d={d} stroke="#fff" strokeWidth={2 * size} strokeLinecap="round" />
      })}
      <circle cx="160" cy="80" r="9" fill="#fff" />
    </DrawingFrame>
  )
}

/** High-resolution TEM: fringes of two grains that meet at a boundary. */
export function Lattice({ seed, title, spacing = 0.34 }: DrawingProps & { spacing?: number }) {
  const id = drawingId('lattice', seed, spacing)
  const random = seededRandom(seedOf(seed))
  const [first, second, bend] = [20 + 40 * random(), 95 + 50 * random(), 110 + 100 * random()].map(Math.round)
  const gap = Math.round(7 + 12 * Math.min(Math.max(spacing, 0.1), 1))
  return (
    <DrawingFrame title={title} grid={false}>
      {[first, second].map((angle, index) => (
        <pattern
          key={angle}
          id={`${id}${index}`}
          width={gap}
          height={gap}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${angle})`}
        >
          <path d={`M0 0h${gap}v${gap}H0z`} fill="#2b353a" />
          <path
            d={`M${gap / 2} 0v${gap}`}
            stroke="#aab4b8"
            strokeWidth={gap / 2.4}
            strokeDasharray={`${gap * 0.7} ${gap * 0.3}`}
          />
        </pattern>
      ))}
      <path d={`M-8-4H${width + 8}V${height + 8}H-8z`} fill={`url(#${id}0)`} />
      <path d={`M${bend}-4Q${bend! - 60} 70 ${bend! + 40} ${height + 8}H${width + 8}V-4z`} fill={`url(#${id}1)`} />
      <path d="M220 138h76" stroke="#fff" strokeWidth="3" />
      <text x="224" y="132" fill="#fff" fontSize="11">
        2 nm
      </text>
      <text x="6" y="18" fill="#fff" fontSize="12">
        d = {spacing} nm
      </text>
    </DrawingFrame>
  )
}

/** AFM: heights as shades of amber, with a height scale. */
export function Heights({
  seed,
  title,
  range = 20,
  grain = 0.03,
  ridge,
}: DrawingProps & { range?: number; grain?: number; ridge?: boolean }) {
  const id = drawingId('heights', seed, range, grain, ridge)
  const fine = Math.min(Math.max(grain, 0.005), 0.2)
  return (
    <DrawingFrame title={title} grid={false}>
      <filter id={`${id}f`} x="0" y="0" width="1" height="1">
        <feTurbulence
          type={ridge ? 'turbulence' : 'fractalNoise'}
          baseFrequency={ridge ? `${fine} ${fine / 8}` : fine}
          numOctaves="3"
          seed={seedOf(seed) % 997}
        />
        <feColorMatrix values="2.6 0 0 0 -.5 1.7 0 0 0 -.45 .8 0 0 0 -.25 0 0 0 0 1" />
      </filter>
      <linearGradient id={`${id}s`} x2="0" y2="1">
        <stop offset="0" stopColor="#fff3d6" />
        <stop offset=".5" stopColor="#c77a1e" />
        <stop offset="1" stopColor="#2a1203" />
      </linearGradient>
      <rect x="-8" y="-4" width="276" height={height + 12} filter={`url(#${id}f)`} />
      <rect x="276" y="44" width="10" height="92" fill={`url(#${id}s)`} />
      <g {...grey}>
        <text x="274" y="38">
          {range} nm
        </text>
        <text x="274" y="152">
          0
        </text>
      </g>
    </DrawingFrame>
  )
}

/** Vickers indent: the print of a square pyramid with its two diagonals. */
export function Indent({ seed, title, value = 'HV' }: DrawingProps & { value?: string }) {
  const id = drawingId('indent', seed)
  const random = seededRandom(seedOf(seed))
  const half = Math.round(44 + 12 * random())
  return (
    <DrawingFrame title={title} grid={false}>
      <filter id={id} x="0" y="0" width="1" height="1">
        <feTurbulence type="fractalNoise" baseFrequency=".9 .02" numOctaves="2" seed={seedOf(seed) % 997} />
        <feColorMatrix values=".3 0 0 0 .42 .3 0 0 0 .45 .3 0 0 0 .46 0 0 0 0 1" />
      </filter>
      <rect x="-8" y="-4" width={width + 16} height={height + 12} filter={`url(#${id})`} />
      <path d={`M160 ${80 - half}L${160 + half} 80 160 ${80 + half} ${160 - half} 80z`} fill="#141b1f" />
      <path d={`M160 ${80 - half}L160 80 ${160 - half} 80zM160 ${80 + half}L160 80 ${160 + half} 80z`} fill="#3a474e" />
      <path
        d={`M${160 - half} 20v120M${160 + half} 20v120M${160 - half} 28h${2 * half}`}
        stroke="#0c1b22"
        strokeDasharray="4 3"
      />
      <text x="6" y="146" fill="#0c1b22" fontSize="14" fontWeight="700">
        {value}
      </text>
    </DrawingFrame>
  )
}

const mapColours = ['#5fd4de', '#b9f25c', '#ffb454', '#e78ac3']

/** Element maps side by side: the same particles, coloured where each element is. */
export function ElementMaps({
  seed,
  title,
  labels = ['Fe', 'O', 'C', 'N'],
}: DrawingProps & { labels?: readonly string[] }) {
  const names = labels.slice(0, 4)
  const pane = Math.floor(width / names.length)
  return (
    <DrawingFrame title={title} grid={false}>
      {names.map((label, index) => {
        const random = seededRandom(seedOf(seed) + index)
        const shape = seededRandom(seedOf(seed))
        const [cx, cy] = [pane * (0.35 + 0.3 * shape()), 50 + 50 * shape()]
        // Shell elements are at the outside of a particle, core elements inside.
        const dots = Array.from({ length: 34 }, () => {
          const angle = 2 * Math.PI * random()
          const far = index % 2 === 1 ? 24 + 10 * random() : 30 * Math.sqrt(random())
          return `M${Math.round(index * pane + cx + far * Math.cos(angle))} ${Math.round(cy + far * Math.sin(angle))}h0`
        })
        return (
          <g key={label}>
            <path d={dots.join('')} stroke={mapColours[index]} strokeWidth="3" strokeLinecap="round" />
            <text x={index * pane + 6} y="152" fill={mapColours[index]} fontSize="12">
              {label}
            </text>
          </g>
        )
      })}
    </DrawingFrame>
  )
}

/** A schematic as in a paper: the layers of a device in oblique view, with the particles that move through them. */
export function Layers({ title, labels = ['电极', '电解质', '电极'] }: DrawingProps & { labels?: readonly string[] }) {
  const names = labels.slice(0, 5)
  const thick = Math.floor(104 / names.length)
  const colours = ['#5fd4de', '#9fb0b8', '#ffb454', '#b9f25c', '#8aa0ab']
  return (
    <DrawingFrame title={title} grid={false}>
      {names.toReversed().map((label, i) => {
        const y = 130 - i * thick
        return (
          <g key={label} fill={colours[i]}>
            <path d={`M40 ${y}h150l40-24h-150z`} />
            <path d={`M40 ${y}h150v${thick - 3}H40z`} opacity=".75" />
            <path d={`M190 ${y}l40-24v${thick - 3}l-40 24z`} opacity=".5" />
            <text x="240" y={y - 4} fontSize="12">
              {label}
            </text>
          </g>
        )
      })}
      <path className={css.trace} d="M110 12v104m-6-8 6 8 6-8M140 116V12m-6 8 6-8 6 8" />
    </DrawingFrame>
  )
}
