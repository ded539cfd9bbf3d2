import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { diffractionPath, isothermPaths, nmrPath, peakCurve, spectrumPath } from './curves.ts'
import { drawingKind } from './drawing-kind.ts'
import { MethodDrawing } from './method-drawing.tsx'

const methods = ['XRD', 'SEM', 'BET', '核磁 NMR', 'ICP-OES', 'XPS', 'Raman', 'FTIR', '热重 TGA', '紫外 UV-Vis']

describe('drawings', () => {
  it('are the same for a seed and different for another', () => {
    expect(diffractionPath(7)).toBe(diffractionPath(7))
    for (const draw of [
      diffractionPath,
      nmrPath,
      (s: number) => spectrumPath(s, 'raman'),
      (s: number) => isothermPaths(s).desorption,
    ])
      expect(draw(1)).not.toBe(draw(2))
  })

  it('a diffraction pattern has its maximum at the strongest line of the list', () => {
    const points = peakCurve(
      [
        { at: 28.4, height: 100, width: 0.9 },
        { at: 47.3, height: 55, width: 0.9 },
      ],
      20,
      60,
    )
    expect(points.toSorted((a, b) => b[1] - a[1])[0]![0]).toBeCloseTo(28.4)
  })

  it('desorption never lies below adsorption', () => {
    for (const seed of [1, 2, 3, 50]) {
      const [adsorption, desorption] = Object.values(isothermPaths(seed)).map(pointsOf)
      // y grows downwards; rounding may move a point by one pixel.
      for (let x = 0; x <= 320; x += 4)
        expect(heightAt(desorption!, x)).toBeLessThanOrEqual(heightAt(adsorption!, x) + 1)
    }
  })

  it('each method has its own kind of picture', () => {
    expect(methods.map(drawingKind)).toEqual([
      'xrd',
      'micrograph',
      'isotherm',
      'nmr',
      'bars',
      'xps',
      'raman',
      'ftir',
      'tga',
      'uv',
    ])
  })

  it.each(methods)('%s stays under 2 KB of markup without broken numbers, and says it is a drawing', (method) => {
    for (const seed of [1, 12345, 'MX-0042']) {
      const html = renderToStaticMarkup(<MethodDrawing method={method} seed={seed} title={method} />)
      expect(html).not.toMatch(/NaN|Infinity|undefined/)
      expect(html).toContain('示意图')
      expect(html.length).toBeLessThan(2048)
    }
  })
})

/** The points of a path of steps. */
function pointsOf(path: string): [number, number][] {
  let [x, y] = [0, 0]
  return [...path.matchAll(/([Mlh])(-?\d+)(?: ?(-?\d+))?/g)].map(([, step, a, b]) => {
    if (step === 'M') [x, y] = [Number(a), Number(b)]
    else [x, y] = [x + Number(a), y + Number(b ?? 0)]
    return [x, y]
  })
}

function heightAt(points: readonly [number, number][], x: number): number {
  const after = points.findIndex(([px]) => px >= x)
  const [right, left] = [points[after] ?? points.at(-1)!, points[Math.max(0, after - 1)]!]
  return left[0] === right[0] ? right[1] : left[1] + ((right[1] - left[1]) * (x - left[0])) / (right[0] - left[0])
}
