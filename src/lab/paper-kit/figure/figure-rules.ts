import { downsample } from '../../../core/curves/curve-rules.ts'
import { type Drawing, type DrawnItem, pointsPerMm, textWidth } from './drawing-rules.ts'
import { runsOf } from '../../../platform/small-signs.ts'
import type { FigurePanel, FigureSettings } from './settings-rules.ts'
import { type Range, tickText, ticksOf } from './ticks-rules.ts'

/** A curve by `fileId:place`. */
export type Sources = ReadonlyMap<string, { x: readonly number[]; y: readonly number[] }>

export function sourceKey({ fileId, at }: { fileId: number; at: number }): string {
  return `${fileId}:${at}`
}

/** Okabe and Ito (2008) without its yellow, which is lost on white, and a grey: told apart also by colour-blind eyes. */
const safeColours = ['#000000', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7f7f7f']
const greys = ['#000000', '#6b6b6b', '#3d3d3d', '#9a9a9a']
const dashes: ([number, number] | undefined)[] = [
  undefined,
  undefined,
  [4, 2],
  [4, 2],
  [1.2, 1.6],
  [1.2, 1.6],
  [7, 2],
  [7, 2],
]

const majorTick = 3
const minorTick = 1.8
/** Two points for each of these parts of a point of width: finer than 600 dots per inch show. */
const bucketsPerPoint = 8
const gapInSizes = 1.4

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The figure in its size on paper. Curves that `sources` lacks are left out. */
export function figureDrawing(settings: FigureSettings, sources: Sources): Drawing {
  const { widthMm, heightMm, columns, fontPt, panels } = settings
  const [width, height] = [widthMm * pointsPerMm, heightMm * pointsPerMm]
  const across = Math.min(columns, panels.length)
  const down = Math.ceil(panels.length / across)
  const gap = fontPt * gapInSizes
  const cell = { width: (width - gap * (across - 1)) / across, height: (height - gap * (down - 1)) / down }
  const items = panels.flatMap((panel, i) => {
    const [column, row] = [i % across, Math.floor(i / across)]
    const area = { left: column * (cell.width + gap), top: row * (cell.height + gap), ...cell }
    return panelItems(settings, panel, i, area, sources)
  })
  return { widthMm, heightMm, width, height, font: settings.font, items }
}

function panelItems(
  settings: FigureSettings,
  panel: FigurePanel,
  place: number,
  area: Box,
  sources: Sources,
): DrawnItem[] {
  const { fontPt, linePt } = settings
  const curves = panel.curves.flatMap((curve, i) => {
    const source = sources.get(sourceKey(curve))
    return source ? [{ name: curve.name, ...source, style: styleOf(settings, i) }] : []
  })
  const letter = letterOf(settings, place)
  const xRange = rangeWith(panel.xFrom, panel.xTo, rangeOf(curves.map(({ x }) => x)))
  const drawn = arranged(curves, panel, xRange)
  const yRange = rangeWith(panel.yFrom, panel.yTo, padded(rangeOf(drawn.map(({ y }) => y)), panel.offset > 0))
  const yTicks = panel.yNumbers
    ? ticksOf(yRange, Math.max(2, Math.floor(area.height / (fontPt * 4))))
    : { at: [], step: 0 }
  const numbersWidth = Math.max(0, ...yTicks.at.map((at) => textWidth(tickText(at), fontPt)))
  const left = fontPt * 1.5 + (panel.yNumbers ? numbersWidth + majorTick + 2 : 2)
  const ends = ticksOf(xRange, 4).at.map((at) => textWidth(tickText(at), fontPt))
  // The last number stands under the corner of the frame and reaches over it by half.
  const right = Math.max(fontPt * 0.8, Math.max(0, ...ends) / 2 + 1)
  const top = letter === '' ? linePt + fontPt * 0.4 : fontPt * 1.6
  const box: Box = {
    left: area.left + left,
    top: area.top + top,
    width: Math.max(10, area.width - left - right),
    height: Math.max(10, area.height - top - majorTick - fontPt * 2.9),
  }
  const xAt = (x: number) => {
    const share = (x - xRange[0]) / (xRange[1] - xRange[0])
    return box.left + (panel.reversed ? 1 - share : share) * box.width
  }
  const yAt = (y: number) => box.top + box.height - ((y - yRange[0]) / (yRange[1] - yRange[0])) * box.height
  return [
    ...drawn.map(({ x, y, style }): DrawnItem => ({
      kind: 'path',
      lines: linesOf(x, y, xRange, box.width).map((line) => line.map(([at, value]) => [xAt(at), yAt(value)])),
      width: linePt,
      ...style,
      clip: box,
    })),
    ...axes(settings, panel, { area, box, xRange, yTicks: yTicks.at, xAt, yAt }),
    ...(letter === ''
      ? []
      : [
          {
            kind: 'text',
            x: area.left,
            y: area.top + fontPt * 1.1,
            anchor: 'start',
            size: fontPt * 1.15,
            bold: true,
            runs: runsOf(letter),
          } as const,
        ]),
    ...legend(settings, panel, box, curves),
  ]
}

function styleOf({ colours }: FigureSettings, i: number): { colour: string; dash?: [number, number] } {
  if (colours === 'safe') return { colour: safeColours[i % safeColours.length] as string }
  const dash = dashes[i % dashes.length]
  return { colour: greys[i % greys.length] as string, ...(dash ? { dash } : {}) }
}

function letterOf({ letters, panels }: FigureSettings, place: number): string {
  if (letters === 'none' || panels.length < 2) return ''
  const letter = 'abcd'[place] as string
  return { lower: letter, upper: letter.toUpperCase(), bracketed: `(${letter})` }[letters]
}

/** The values as they are drawn: each curve by its own height when normalised, one above the other when offset. */
function arranged<C extends { x: readonly number[]; y: readonly number[] }>(
  curves: readonly C[],
  { normalised, offset }: FigurePanel,
  xRange: Range,
): C[] {
  const scaled = curves.map((curve) => {
    if (!normalised) return curve
    const inside = curve.y.filter((_, i) => (curve.x[i] as number) >= xRange[0] && (curve.x[i] as number) <= xRange[1])
    const [low, high] = rangeOf([inside])
    return { ...curve, y: curve.y.map((value) => (value - low) / (high - low)) }
  })
  const [low, high] = rangeOf(scaled.map(({ y }) => y))
  const step = ((high - low) * offset) / 100
  return step === 0 ? scaled : scaled.map((curve, i) => ({ ...curve, y: curve.y.map((value) => value + i * step) }))
}

/** The parts of a curve inside the range, each with its neighbours outside, reduced to what can be seen: peaks stay. */
export function linesOf(
  x: readonly number[],
  y: readonly number[],
  [from, to]: Range,
  width: number,
): [number, number][][] {
  const isInside = (i: number) => i >= 0 && i < x.length && (x[i] as number) >= from && (x[i] as number) <= to
  const parts: { x: number[]; y: number[] }[] = []
  let open = false
  for (let i = 0; i < x.length; i++) {
    const isDrawn = isInside(i) || isInside(i - 1) || isInside(i + 1)
    // Two points outside with nothing between them end a part, unless the line crosses the whole range.
    if (isDrawn) {
      if (!open) parts.push({ x: [], y: [] })
      parts.at(-1)?.x.push(x[i] as number)
      parts.at(-1)?.y.push(y[i] as number)
    }
    open = isDrawn
  }
  const most = Math.max(200, Math.ceil(width * bucketsPerPoint * 2))
  return parts.map((part) => {
    const kept = downsample(part.x, part.y, most)
    return kept.x.map((at, i) => [at, kept.y[i] as number])
  })
}

interface Frame {
  area: Box
  box: Box
  xRange: Range
  yTicks: readonly number[]
  xAt: (x: number) => number
  yAt: (y: number) => number
}

function axes({ fontPt, linePt }: FigureSettings, panel: FigurePanel, frame: Frame): DrawnItem[] {
  const { area, box, xRange, yTicks, xAt, yAt } = frame
  const bottom = box.top + box.height
  const widest = Math.max(...ticksOf(xRange, 4).at.map((at) => textWidth(tickText(at), fontPt)), fontPt)
  const { at: xTicks, step } = ticksOf(xRange, Math.min(8, Math.max(2, Math.floor(box.width / (widest * 1.8)))))
  const halves = ticksOf([xRange[0] - step / 2, xRange[1] - step / 2], xTicks.length).at.map((at) => at + step / 2)
  const mark = (from: [number, number], to: [number, number]) => [from, to]
  const colour = '#000000'
  const width = Math.min(linePt, 0.75)
  const corners: [number, number][] = [
    [box.left, box.top],
    [box.left + box.width, box.top],
    [box.left + box.width, bottom],
    [box.left, bottom],
    [box.left, box.top],
  ]
  const text = (x: number, y: number, value: string, anchor: 'start' | 'middle' | 'end', more = {}): DrawnItem => ({
    kind: 'text',
    x,
    y,
    anchor,
    size: fontPt,
    runs: runsOf(value),
    ...more,
  })
  return [
    { kind: 'path', lines: [corners], colour, width },
    {
      kind: 'path',
      lines: [
        ...xTicks.map((at) => mark([xAt(at), bottom], [xAt(at), bottom + majorTick])),
        ...halves
          .filter((at) => at > xRange[0] && at < xRange[1])
          .map((at) => mark([xAt(at), bottom], [xAt(at), bottom + minorTick])),
        ...yTicks.map((at) => mark([box.left - majorTick, yAt(at)], [box.left, yAt(at)])),
      ],
      colour,
      width,
    },
    ...xTicks.map((at) => text(xAt(at), bottom + majorTick + fontPt, tickText(at), 'middle')),
    ...yTicks.map((at) => text(box.left - majorTick - 1.5, yAt(at) + fontPt * 0.35, tickText(at), 'end')),
    text(box.left + box.width / 2, bottom + majorTick + fontPt * 2.35, panel.xLabel, 'middle'),
    text(area.left + fontPt, box.top + box.height / 2, panel.yLabel, 'middle', { upwards: true }),
  ]
}

function legend(
  { fontPt, linePt }: FigureSettings,
  panel: FigurePanel,
  box: Box,
  curves: readonly { name: string; style: { colour: string; dash?: [number, number] } }[],
): DrawnItem[] {
  if (panel.legend === 'none') return []
  const right = panel.legend === 'right'
  const edge = right ? box.left + box.width - fontPt * 0.6 : box.left + fontPt * 0.6
  const inwards = right ? -1 : 1
  const sample = fontPt * 2
  // The last curve stands highest when they are offset, so its name does, too.
  const listed = panel.offset > 0 ? curves.toReversed() : curves
  return listed
    .filter(({ name }) => name !== '')
    .flatMap(({ name, style }, i) => {
      const y = box.top + fontPt * (1.4 + i * 1.3)
      return [
        {
          kind: 'path',
          lines: [
            [
              [edge, y - fontPt * 0.3],
              [edge + inwards * sample, y - fontPt * 0.3],
            ],
          ],
          width: Math.max(linePt, 0.75),
          ...style,
        },
        {
          kind: 'text',
          x: edge + inwards * (sample + fontPt * 0.4),
          y,
          anchor: right ? 'end' : 'start',
          size: fontPt,
          runs: runsOf(name),
        },
      ] as DrawnItem[]
    })
}

function rangeOf(values: readonly (readonly number[])[]): Range {
  let [low, high] = [Infinity, -Infinity]
  for (const list of values)
    for (const value of list) {
      if (value < low) low = value
      if (value > high) high = value
    }
  return low > high ? [0, 1] : low === high ? [low - 0.5, high + 0.5] : [low, high]
}

function padded([low, high]: Range, more: boolean): Range {
  const room = (high - low) * 0.05
  return [low - room, high + room * (more ? 2 : 1)]
}

/** Limits that were chosen win over those of the curves; a turned pair is taken as it is meant. */
function rangeWith(from: number | null, to: number | null, [low, high]: Range): Range {
  const [first, last] = [from ?? low, to ?? high]
  if (first === last) return [first - 0.5, last + 0.5]
  return first < last ? [first, last] : [last, first]
}
