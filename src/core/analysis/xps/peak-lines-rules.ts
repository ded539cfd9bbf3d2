import { NotAnalysable } from '../tool-rules.ts'

/** A quantity of a peak: free between limits, held, or tied to the same quantity of another peak. */
export type Quantity =
  | { kind: 'free'; initial?: number; least: number; most: number }
  | { kind: 'held'; value: number }
  | { kind: 'tied'; to: number; times: number; plus: number }

export interface PeakLine {
  name: string
  position: Quantity
  width: Quantity
  area: Quantity
  /** Share of Lorentz in percent, when it differs from the parameter of the tool. */
  mix?: number
  sensitivity?: number
}

export const PEAK_LINES_HINT =
  '每行一个峰：名称 位置=284.8±0.3 半高宽=1.2±0.4 面积=…。284.8± 后为允许范围，284.8! 为固定；写另一个峰的名称表示约束，如 位置=C-C+1.5、半高宽=C-C、面积=Au7*0.75。还可写 混合=30（%）、灵敏度=1.0。'

const KEYS: Record<string, keyof PeakLine> = {
  位置: 'position',
  半高宽: 'width',
  面积: 'area',
  混合: 'mix',
  灵敏度: 'sensitivity',
}
const LEAST_WIDTH = 0.1
const MOST_WIDTH = 10

export function readPeakLines(lines: readonly string[], usualWidth: number): PeakLine[] {
  const split = lines.map((line, i) => splitLine(line, i + 1))
  const names = split.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new NotAnalysable(`有两个峰都叫“${twice}”，请给每个峰不同的名称。`)
  const peaks = split.map(({ name, given }) => {
    const where = `“${name}”的`
    if (!given.has('position')) throw new NotAnalysable(`${where}位置没有写，例如：${name} 位置=284.8±0.3`)
    const quantity = (
      key: 'position' | 'width' | 'area',
      limits: { least: number; most: number },
    ): Quantity | undefined =>
      given.has(key) ? readQuantity(given.get(key) as string, { names, own: name, limits, where }) : undefined
    const position = quantity('position', { least: -50, most: 3000 }) as Quantity
    if (position.kind === 'free' && position.least === -50) {
      // A position without limits may move by one width; further it would take the place of another peak.
      position.least = (position.initial as number) - usualWidth
      position.most = (position.initial as number) + usualWidth
    }
    return {
      name,
      position,
      width: quantity('width', { least: LEAST_WIDTH, most: MOST_WIDTH }) ?? {
        kind: 'free' as const,
        initial: usualWidth,
        least: LEAST_WIDTH,
        most: MOST_WIDTH,
      },
      area: quantity('area', { least: 0, most: Number.POSITIVE_INFINITY }) ?? {
        kind: 'free' as const,
        least: 0,
        most: Number.POSITIVE_INFINITY,
      },
      ...plain(given, 'mix', where, [0, 100]),
      ...plain(given, 'sensitivity', where, [1e-6, 1e6]),
    }
  })
  for (const key of ['position', 'width', 'area'] as const) refuseCircles(peaks, key)
  return peaks
}

function splitLine(line: string, number: number): { name: string; given: Map<keyof PeakLine, string> } {
  const [name, ...rest] = line
    .replaceAll(/\s*([=＝±])\s*/g, (_, sign) => (sign === '＝' ? '=' : sign))
    .split(/[\s,，;；:：]+/)
  if (!name || name.includes('='))
    throw new NotAnalysable(`第 ${number} 行要以峰的名称开头，例如：C-C 位置=284.8±0.3 半高宽=1.2`)
  const given = new Map<keyof PeakLine, string>()
  for (const part of rest.filter((one) => one !== '')) {
    const at = part.indexOf('=')
    const key = KEYS[part.slice(0, at)]
    if (at < 1 || !key) {
      throw new NotAnalysable(
        `第 ${number} 行的“${part}”看不懂。可以写：${Object.keys(KEYS).join('、')}，例如 位置=284.8±0.3。`,
      )
    }
    given.set(key, part.slice(at + 1))
  }
  return { name, given }
}

function readQuantity(
  text: string,
  {
    names,
    own,
    limits,
    where,
  }: { names: string[]; own: string; limits: { least: number; most: number }; where: string },
): Quantity {
  const number = /^([+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?:(!|！)|(?:±|\+-)(\d+(?:\.\d+)?))?$/i.exec(text)
  if (number) {
    const value = Number(number[1])
    if (value < limits.least || value > limits.most) {
      throw new NotAnalysable(`${where}数值 ${value} 不在 ${limits.least} 到 ${limits.most} 之间。`)
    }
    if (number[2]) return { kind: 'held', value }
    if (number[3] === undefined) return { kind: 'free', initial: value, ...limits }
    const room = Number(number[3])
    return room === 0
      ? { kind: 'held', value }
      : {
          kind: 'free',
          initial: value,
          least: Math.max(limits.least, value - room),
          most: Math.min(limits.most, value + room),
        }
  }
  // The longest name first, so that “Au4f7” is not read as “Au4f” and a rest.
  const name = names.toSorted((a, b) => b.length - a.length).find((one) => text.startsWith(one))
  const rest = name === undefined ? undefined : /^(?:([+\-*×])(\d+(?:\.\d+)?))?$/.exec(text.slice(name.length))
  if (name === undefined || !rest) {
    throw new NotAnalysable(
      `${where}“${text}”看不懂。可以写数值（284.8、284.8±0.3、284.8!），或另一个峰的名称（如 ${names.find((one) => one !== own) ?? 'C-C'}+1.5）。`,
    )
  }
  if (name === own) throw new NotAnalysable(`${where}约束指向了自己。`)
  const value = rest[2] === undefined ? 0 : Number(rest[2])
  const times = rest[1] === '*' || rest[1] === '×' ? value : 1
  const plus = rest[1] === '+' ? value : rest[1] === '-' ? -value : 0
  return { kind: 'tied', to: names.indexOf(name), times, plus }
}

function plain(
  given: Map<keyof PeakLine, string>,
  key: 'mix' | 'sensitivity',
  where: string,
  [least, most]: [number, number],
) {
  const text = given.get(key)
  if (text === undefined) return {}
  const value = Number(text)
  if (text === '' || !(value >= least && value <= most)) {
    throw new NotAnalysable(
      `${where}${key === 'mix' ? '混合' : '灵敏度'}要在 ${least} 到 ${most} 之间，现在写的是“${text}”。`,
    )
  }
  return { [key]: value }
}

function refuseCircles(peaks: readonly PeakLine[], key: 'position' | 'width' | 'area') {
  for (const peak of peaks) {
    let quantity = peak[key]
    for (let hops = 0; quantity.kind === 'tied'; hops++) {
      if (hops > peaks.length) throw new NotAnalysable(`“${peak.name}”的约束绕回了自己，请让至少一个峰不受约束。`)
      quantity = (peaks[quantity.to] as PeakLine)[key]
    }
  }
}
