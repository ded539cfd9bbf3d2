import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { diffractionPath, isothermPaths, nmrPath, peakCurve, spectrumPath } from './curves.ts'
import { drawingKind, MethodDrawing } from './method-drawing.tsx'

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
    const ys = (path: string) =>
      path
        .split(/[ML]/)
        .slice(1)
        .map((pair) => Number(pair.split(' ')[1]))
    for (const seed of [1, 2, 3, 50]) {
      const { adsorption, desorption } = isothermPaths(seed)
      // y grows downwards.
      ys(desorption).forEach((y, i) => expect(y).toBeLessThanOrEqual(ys(adsorption)[i]!))
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
