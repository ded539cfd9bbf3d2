import { particles } from './micrograph.ts'
import type { Random } from './random.ts'

// Files of instruments for the demo. They are computed from the positions that the literature gives for a material, with noise.

type Peak = readonly [at: number, height: number, width: number]

interface Pattern {
  extension: string
  from: number
  to: number
  step: number
  head?: string
  base: (x: number) => number
  peaks: readonly Peak[]
}

const flat = (level: number) => () => level

const patterns: Record<string, Pattern[]> = {
  xrd: [
    diffraction([
      [31.8, 570, 0.18],
      [34.4, 420, 0.18],
      [36.3, 1000, 0.18],
      [47.5, 220, 0.2],
      [56.6, 310, 0.2],
      [62.9, 270, 0.22],
      [68.0, 230, 0.22],
    ]),
    diffraction([
      [25.3, 1000, 0.3],
      [37.8, 200, 0.3],
      [48.0, 350, 0.3],
      [53.9, 200, 0.3],
      [55.1, 200, 0.3],
      [62.7, 140, 0.34],
    ]),
    diffraction([
      [17.1, 260, 0.15],
      [20.8, 720, 0.15],
      [25.6, 830, 0.15],
      [29.7, 900, 0.15],
      [32.2, 270, 0.15],
      [35.6, 1000, 0.15],
    ]),
  ],
  raman: [
    raman([
      [1350, 720, 90],
      [1582, 1000, 60],
      [2690, 540, 120],
    ]),
    raman([
      [144, 1000, 14],
      [395, 260, 22],
      [516, 280, 24],
      [639, 330, 26],
    ]),
  ],
  ftir: [
    {
      extension: 'csv',
      from: 400,
      to: 4000,
      step: 4,
      head: 'wavenumber,transmittance',
      base: flat(96),
      peaks: [
        [3430, -38, 260],
        [2920, -18, 40],
        [1730, -46, 36],
        [1240, -40, 60],
        [1050, -44, 70],
      ],
    },
  ],
  uv: [
    {
      extension: 'csv',
      from: 200,
      to: 800,
      step: 1,
      head: 'wavelength,absorbance',
      base: (x) => 1.4 / (1 + Math.exp((x - 385) / 9)),
      peaks: [[560, 0.05, 60]],
    },
  ],
  tga: [
    {
      extension: 'csv',
      from: 30,
      to: 800,
      step: 1,
      head: 'temperature,mass',
      base: (x) => 100 - 8 / (1 + Math.exp((110 - x) / 14)) - 46 / (1 + Math.exp((385 - x) / 20)),
      peaks: [],
    },
  ],
  xps: [
    {
      extension: 'txt',
      from: 278,
      to: 296,
      step: 0.1,
      head: 'binding energy\tcounts',
      base: (x) => 900 + (x - 278) * 18,
      peaks: [
        [284.8, 9000, 1.1],
        [286.3, 2600, 1.2],
        [288.7, 1500, 1.2],
      ],
    },
  ],
  nmr: [
    {
      extension: 'txt',
      from: 0,
      to: 10,
      step: 0.01,
      head: 'ppm\tintensity',
      base: flat(2),
      peaks: [
        [7.26, 240, 0.02],
        [3.68, 900, 0.03],
        [2.31, 640, 0.03],
        [1.25, 1000, 0.04],
      ],
    },
  ],
  size: [
    {
      extension: 'csv',
      from: 0.1,
      to: 60,
      step: 0.1,
      head: 'diameter,volume',
      base: (x) =>
        7.2 * Math.exp(-((Math.log(x / 9.5) / 0.62) ** 2)) + 0.9 * Math.exp(-((Math.log(x / 1.1) / 0.5) ** 2)),
      peaks: [],
    },
  ],
  magnet: [
    {
      extension: 'csv',
      from: -20_000,
      to: 20_000,
      step: 50,
      head: 'field,moment',
      base: (x) => 62 * Math.tanh((x + 420) / 2600) + x * 0.000_15,
      peaks: [],
    },
  ],
  sorption: [
    {
      extension: 'csv',
      from: 0.005,
      to: 0.995,
      step: 0.005,
      head: 'relative pressure,adsorbed',
      base: (x) => 58 * (x / (0.004 + x)) + 40 * x + 90 / (1 + Math.exp((0.9 - x) / 0.025)),
      peaks: [],
    },
  ],
  tension: [
    {
      extension: 'csv',
      from: 0,
      to: 12,
      step: 0.02,
      head: 'strain,stress',
      base: (x) => (x < 0.8 ? x * 520 : 416 + 330 * (1 - Math.exp(-(x - 0.8) / 3.1)) - (x > 9 ? (x - 9) ** 2 * 9 : 0)),
      peaks: [],
    },
  ],
  other: [
    {
      extension: 'csv',
      from: 0,
      to: 120,
      step: 0.5,
      head: 'x,y',
      base: (x) => 2 * x + 14 * Math.sin(x / 9),
      peaks: [[60, 60, 12]],
    },
  ],
}

function diffraction(peaks: Peak[]): Pattern {
  return { extension: 'xy', from: 10, to: 80, step: 0.05, base: (x) => 60 + 220 * Math.exp(-(x - 10) / 14), peaks }
}
function raman(peaks: Peak[]): Pattern {
  return { extension: 'txt', from: 100, to: 3200, step: 3, base: (x) => 80 + x / 60, peaks }
}

const methods: [RegExp, keyof typeof patterns][] = [
  [/衍射|XRD/, 'xrd'],
  [/拉曼|Raman/, 'raman'],
  [/红外|FTIR/, 'ftir'],
  [/紫外|UV/, 'uv'],
  [/热分析|TG|DSC/, 'tga'],
  [/光电子|XPS/, 'xps'],
  [/核磁|NMR/, 'nmr'],
  [/粒度/, 'size'],
  [/磁性|磁强计|VSM|SQUID/, 'magnet'],
  [/比表面|BET/, 'sorption'],
  [/拉伸/, 'tension'],
]

export interface ResultFile {
  extension: string
  content: string | Buffer
}

/** Size of the particles in pixels, the strip of the picture, and micrometres per pixel. */
const exposures = [
  [9, '5.00 kV WD 8.0 mm x5,000 SE', 0.04],
  [16, '5.00 kV WD 8.0 mm x10,000 SE', 0.02],
  [28, '5.00 kV WD 6.2 mm x20,000 SE', 0.01],
  [44, '3.00 kV WD 4.5 mm x50,000 SE', 0.004],
] as const

/** A few files per method, so that the same bytes are kept once. */
export class Results {
  readonly #files = new Map<string, ResultFile[]>()
  readonly #random: Random
  readonly #pictures: ResultFile[]

  constructor(random: Random) {
    this.#random = random
    this.#pictures = exposures.map(([radius, text, umPerPixel]) => ({
      extension: 'png',
      content: particles(random, radius, { text, umPerPixel }),
    }))
  }

  of(project: string): ResultFile {
    if (/扫描电镜|透射电镜|SEM|TEM/.test(project)) return this.#random.pick(this.#pictures)
    const method = methods.find(([pattern]) => pattern.test(project))?.[1] ?? 'other'
    let files = this.#files.get(method)
    if (!files) {
      files = (patterns[method] ?? []).flatMap((pattern) => [this.#measured(pattern), this.#measured(pattern)])
      this.#files.set(method, files)
    }
    return this.#random.pick(files)
  }

  #measured({ extension, from, to, step, head, base, peaks }: Pattern): ResultFile {
    const comma = extension === 'csv' ? ',' : '\t'
    const highest = Math.max(1, ...peaks.map(([, height]) => Math.abs(height)))
    const lines = head ? [head] : []
    for (let x = from; x <= to + step / 2; x += step) {
      const clean = peaks.reduce(
        (sum, [at, height, width]) => sum + height / (1 + ((x - at) / (width / 2)) ** 2),
        base(x),
      )
      const noise = (this.#random.next() - 0.5) * highest * 0.012
      lines.push(`${x.toFixed(step < 0.05 ? 3 : 2)}${comma}${(clean + noise).toFixed(highest > 50 ? 1 : 4)}`)
    }
    return { extension, content: `${lines.join('\r\n')}\r\n` }
  }
}
