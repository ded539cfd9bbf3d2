// PANalytical XRDML (schemas 1.0 to 2.x): scans of positions and counts. Programs write these files, so the few elements that are needed
// are found by name; no entity is expanded and nothing is fetched.
import { CurveRefused, equallySpaced, type ParsedData, parsedData } from './curve-rules.ts'

export const xrdmlSignature = /<xrdMeasurements?[\s>]/

export function readXrdml(text: string): ParsedData | undefined {
  const scans = elements(text.replace(/<!--[^]*?-->/g, ''), 'scan').map(({ body }, i) => scanOf(body, i + 1))
  const first = scans[0]
  if (!first) return undefined
  const alike = scans.filter((scan) => scan.axis === first.axis && scan.unit === first.unit)
  const notes = alike.length < scans.length ? [`另有 ${scans.length - alike.length} 次轴不同的扫描未绘出`] : []
  const x = first.axis === '2Theta' ? '2θ (°)' : first.axis
  return parsedData(
    alike.length === 1 ? [{ ...first, label: first.unit || '强度' }] : alike,
    { x, y: first.unit },
    notes,
  )
}

function scanOf(scan: string, number: number) {
  const points = elements(scan, 'dataPoints')[0]?.body ?? ''
  // Counts are the measured values; intensities may have been corrected. A file may have either.
  const values = elements(points, 'intensities')[0] ?? elements(points, 'counts')[0]
  if (!values) throw new CurveRefused('XRDML 文件中没有强度数据')
  const y = numbers(values.body)
  const positions = elements(points, 'positions')
  const moved = positions.find(({ attributes, body }) => /axis="2Theta"/.test(attributes) && moves(body))
  const chosen = moved ?? positions.find(({ body }) => moves(body))
  if (!chosen) throw new CurveRefused('XRDML 文件中没有扫描轴的位置')
  return {
    label: `扫描 ${number}`,
    x: placesOf(chosen.body, y.length),
    y,
    axis: /axis="([^"]*)"/.exec(chosen.attributes)?.[1] ?? '',
    unit: /unit="([^"]*)"/.exec(values.attributes)?.[1] ?? 'counts',
  }
}

function moves(body: string): boolean {
  return /<(?:startPosition|listPositions)[\s>]/.test(body)
}

function placesOf(body: string, n: number): number[] {
  const listed = elements(body, 'listPositions')[0]
  if (listed) {
    const x = numbers(listed.body)
    if (x.length !== n) throw new CurveRefused(`XRDML 的位置 ${x.length} 个与强度 ${n} 个不一致，文件可能已损坏`)
    return x
  }
  const [start, end] = ['startPosition', 'endPosition'].map((name) => numbers(elements(body, name)[0]?.body ?? '')[0])
  if (start === undefined || end === undefined || n < 2) throw new CurveRefused('XRDML 文件中没有扫描范围')
  return equallySpaced(start, (end - start) / (n - 1), n)
}

function numbers(text: string): number[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const value = Number(word)
      if (!Number.isFinite(value)) throw new CurveRefused('XRDML 文件中有无法识别的数值')
      return value
    })
}

/** Elements with this name that do not contain themselves, with or without a namespace prefix. */
function elements(text: string, name: string): { attributes: string; body: string }[] {
  const found: { attributes: string; body: string }[] = []
  const opening = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*)?>`, 'g')
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const rest = text.slice(opening.lastIndex)
    const close = rest.search(new RegExp(`</(?:\\w+:)?${name}>`))
    if (close < 0) throw new CurveRefused('XRDML 文件不完整，请重新导出')
    found.push({ attributes: open[1] ?? '', body: rest.slice(0, close) })
    opening.lastIndex += close
  }
  return found
}
