import { type DrawingKind, drawingKind } from '../../ui/drawings/drawing-kind.ts'
import css from './method-icon.module.css'

const others = {
  stress: /力学/,
  chromatogram: /色谱/,
  loop: /磁性|电化学/,
  fit: /数据$/,
  bands: /理论计算/,
  live: /现场/,
} as const

type IconKind = DrawingKind | keyof typeof others | 'map'

/** A simple curve as the method's instrument would show it, 48×24: an icon for tiles, one for every kind of method. */
const traces: Record<IconKind, string> = {
  xrd: 'M2 21h7l1-5 1 5h6L18.5 3 20 21h9l1.5-9 1.5 9h5l1-4 1 4h7',
  xps: 'M2 20c14 0 15-16 20-16s4 12 9 12 4 4 15 4',
  raman: 'M2 20h9c3 0 2-11 4-11s2 9 5 9 2-15 4-15 2 17 6 17h4c4 0 3-5 6-5s2 5 6 5',
  ftir: 'M2 5h8l2 12 2-12h9l1.5 8L26 5h8l3 15 3-15h6',
  uv: 'M2 4c4 0 5 14 10 14S18 9 22 9s6 11 24 12',
  tga: 'M2 4h9c5 0 4 7 9 7h6c5 0 4 9 9 9h11',
  isotherm: 'M2 21c0-6 2-8 6-9 18-2 24 1 27-4 2-3 5-4 11-4M22 11.5c6-1 4-6 8-7 4-1 10-.5 16-.5',
  nmr: 'M2 20h8V6v14h3V3v17h12v-8 8h2V7v13h2v-8 8h12V4v16h5',
  bars: 'M5 21v-6M12 21V9M19 21v-9M26 21V4M33 21v-8M40 21v-4',
  stress: 'M2 22L10 7c3-3 8-4 16-4 8 0 13 2 18 6',
  chromatogram: 'M2 21h6c2 0 1-9 3-9s1 9 3 9h6c2 0 1-18 4-18s2 18 4 18h4c2 0 1-11 4-11s3 11 5 11h5',
  loop: 'M4 21c18 0 14-18 40-18M4 21c26 0 22-18 40-18',
  fit: 'M2 21c11 0 10-16 16-16s5 16 12 16h16M14 21c8 0 8-10 14-10s6 10 14 10',
  bands: 'M2 4c10 0 14 6 22 6s12-6 22-6M2 8c10 0 14 4 22 4s12-4 22-4M2 21c10 0 14-5 22-5s12 5 22 5',
  live: 'M8 3h32v15H8zM18 22h12M24 18v4M21 7l7 3.5-7 3.5z',
  map: 'M2 3h12v18H2zM18 3h12v18H18zM34 3h12v18H34zM6 9h.1M10 15h.1M22 13h.1M25 8h.1M38 7h.1M41 12h.1M37 17h.1',
  micrograph: 'M12 12a5 5 0 1 0 .1 0M24 4a4 4 0 1 0 .1 0M29 12a4.5 4.5 0 1 0 .1 0M39 7a6 6 0 1 0 .1 0',
}

/** Icons of categories that contain several methods. */
function iconKind(name: string): IconKind {
  const found = Object.entries(others).find(([, pattern]) => pattern.test(name))?.[0]
  return (found as keyof typeof others | undefined) ?? drawingKind(name)
}

/** Icons for a list of names, all different as long as there are enough: the first of a kind gets its own icon, the others get spare ones. */
export function iconsOf(methods: readonly string[]): IconKind[] {
  const own = methods.map(iconKind)
  const spare = (Object.keys(traces) as IconKind[]).filter((kind) => !own.includes(kind))
  return own.map((kind, index) => (own.indexOf(kind) === index ? kind : (spare.shift() ?? kind)))
}

/** `kind` comes from `iconsOf` where several icons are shown together. */
export function MethodIcon({ method, kind = iconKind(method) }: { method: string; kind?: IconKind | undefined }) {
  return (
    <svg viewBox="0 0 48 24" width="64" height="32" className={css.icon} aria-hidden="true">
      <path d={traces[kind]} />
    </svg>
  )
}
