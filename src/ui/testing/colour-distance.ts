/** Colour arithmetic for the tests of the look: contrast of WCAG 2, what colour-blind eyes see, and how far two colours are apart. */

export type Rgb = readonly [number, number, number]
export type Vision = 'normal' | 'protanopia' | 'deuteranopia'

/** Severity 1.0 of Machado, Oliveira and Fernandes, “A physiologically-based model for simulation of color vision deficiency” (2009), for linear RGB. */
const MACHADO: Record<Exclude<Vision, 'normal'>, readonly Rgb[]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
}

/** Linear light of the three channels of `#rrggbb`, each from 0 to 1. */
export function linear(hex: string): Rgb {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** How far two colours are apart to an eye: CIEDE2000, in which about 2 is just noticed and 10 is seen at a glance. */
export function distance(a: string, b: string, vision: Vision = 'normal'): number {
  return ciede2000(lab(seen(linear(a), vision)), lab(seen(linear(b), vision)))
}

function seen(colour: Rgb, vision: Vision): Rgb {
  if (vision === 'normal') return colour
  const sum = (row: Rgb) => row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2]
  return MACHADO[vision].map((row) => Math.min(1, Math.max(0, sum(row)))) as unknown as Rgb
}

/** CIE L*a*b* under D65. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const rad = Math.PI / 180
const pow7 = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
const degrees = (y: number, x: number) => (y === 0 && x === 0 ? 0 : (Math.atan2(y, x) / rad + 360) % 360)

/** Sharma, Wu and Dalal, “The CIEDE2000 color-difference formula” (2005). */
export function ciede2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const g = 0.5 * (1 - pow7((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2))
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const [h1, h2] = [degrees(b1, x1), degrees(b2, x2)]
  const grey = c1 * c2 === 0
  const turn = grey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dl = l2 - l1
  const dc = c2 - c1
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * rad)
  const lm = (l1 + l2) / 2
  const cm = (c1 + c2) / 2
  const sum = h1 + h2
  const hm = grey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
  const cos = (factor: number, shift: number) => Math.cos((factor * hm + shift) * rad)
  const t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2)
  const [kc, kh] = [dc / (1 + 0.045 * cm), dh / (1 + 0.015 * cm * t)]
  const rotation = -Math.sin(60 * Math.exp(-(((hm - 275) / 25) ** 2)) * rad) * 2 * pow7(cm)
  return Math.sqrt((dl / sl) ** 2 + kc ** 2 + kh ** 2 + rotation * kc * kh)
}
