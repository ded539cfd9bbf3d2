import { describe, expect, test } from 'vitest'
import { spectrumOf, valueOf } from '../testing/reference-curves.ts'
import { refusalOf } from '../testing/refusal.ts'
import type { Curve } from '../tool-rules.ts'
import { eis } from './eis-rules.ts'

const refusal = (curve: Curve, parameters = {}) => refusalOf(eis, curve, parameters)

const truths: [string, number[]][] = [
  ['rc', [10, 100, 2e-5]],
  ['rq', [10, 100, 5e-5, 0.82]],
  ['randles', [5, 50, 2e-5, 30]],
  ['randles-q', [5, 50, 4e-5, 0.88, 30]],
  ['rq', [0.02, 1500, 1e-6, 0.9]],
  ['randles', [20, 4000, 1e-7, 500]],
]

describe('circuits with known elements come back', () => {
  test.each(truths)('%s %j', (model, truth) => {
    const result = eis.run(spectrumOf(model, truth), { model })
    for (const [i, element] of truth.entries())
      expect(Math.abs((result.values[i]?.value ?? 0) / element - 1)).toBeLessThan(1e-5)
  })

  const visible = truths.filter(([, [rs = 0]]) => rs > 1)
  test.each(visible)('with noise of 1 % within three and a half standard deviations: %s %j', (model, truth) => {
    const result = eis.run(spectrumOf(model, truth, 0.02), { model })
    for (const [i, element] of truth.entries()) {
      const found = result.values[i]
      expect(Math.abs((found?.value ?? 0) - element)).toBeLessThan(3.5 * (found?.uncertainty ?? 0))
    }
  })
})

test('a resistance below the noise is not given a number', () => {
  const result = eis.run(spectrumOf('rq', [0.02, 1500, 1e-6, 0.9], 0.02), { model: 'rq' })
  expect(Math.abs(valueOf(result, 'Rct') / 1500 - 1)).toBeLessThan(0.01)
  expect(valueOf(result, 'Rs')).toBeNaN()
  expect(result.warnings.join()).toContain('数据不能确定 Rs')
})

describe('the shape alone', () => {
  test('a half circle gives the resistances and no depression', () => {
    const { z: _, zLabel: __, ...curve } = spectrumOf('rc', [10, 100, 2e-5])
    const result = eis.run(curve, {})
    expect(valueOf(result, 'Rs')).toBeCloseTo(10, 6)
    expect(valueOf(result, 'Rct')).toBeCloseTo(100, 6)
    expect(valueOf(result, '圆心下沉角')).toBeCloseTo(0, 6)
    expect(result.steps.join()).toContain('不用频率')
  })

  test('a constant phase element of n = 0.82 depresses the centre by (1 − n)·90° = 16.2°', () => {
    const result = eis.run(spectrumOf('rq', [10, 100, 5e-5, 0.82]), {})
    expect(valueOf(result, '圆心下沉角')).toBeCloseTo(16.2, 6)
    expect(valueOf(result, '相应的 CPE 指数 n')).toBeCloseTo(0.82, 6)
    expect(valueOf(result, 'Rct')).toBeCloseTo(100, 5)
  })

  test('the tail of diffusion is left out of the arc', () => {
    const result = eis.run(spectrumOf('randles', [5, 200, 1e-6, 20]), {})
    expect(Math.abs(valueOf(result, 'Rct') - 200)).toBeLessThan(10)
  })

  test('Z″ with its own sign is drawn with it', () => {
    const curve = spectrumOf('rc', [10, 100, 2e-5])
    const turned = { ...curve, y: curve.y.map((y) => -y) }
    const result = eis.run(turned, { axis: 'plus' })
    expect(valueOf(result, 'Rct')).toBeCloseTo(100, 6)
    expect(Math.max(...(result.lines[0]?.y ?? []))).toBeLessThan(1e-6)
    expect(refusal(turned)).toContain('Z″')
  })
})

test('impedances times the area give elements of 1 cm²', () => {
  const curve = { ...spectrumOf('rc', [10, 100, 2e-5]), xLabel: "Z' (Ω·cm²)" }
  const units = eis.run(curve, { model: 'rc' }).values.map((value) => value.unit)
  expect(units).toEqual(['Ω·cm²', 'Ω·cm²', 'F/cm²', '%'])
})

describe('what cannot be used', () => {
  const { z: _, zLabel: __, ...shapeOnly } = spectrumOf('rc', [10, 100, 2e-5])

  test('no circuit without frequencies', () => {
    expect(refusal(shapeOnly, { model: 'rc' })).toContain('没有频率')
    const timed = { ...spectrumOf('rc', [10, 100, 2e-5]), zLabel: 'time/s' }
    expect(refusal(timed, { model: 'rc' })).toContain('不是频率')
    expect(refusal({ ...shapeOnly, xLabel: 'f (Hz)' })).toContain('横轴是阻抗实部')
    expect(refusal({ ...shapeOnly, xLabel: "Z' (kΩ)" })).toContain('换算为 Ω')
    expect(refusal({ ...shapeOnly, z: shapeOnly.x.map(() => -1) }, { model: 'rc' })).toContain('频率不是正数')
  })

  test('a circuit that does not describe the data is told', () => {
    const result = eis.run(spectrumOf('randles', [5, 50, 2e-5, 30]), { model: 'rc' })
    expect(result.warnings.join()).toContain('不能描述数据')
  })

  test('a diffusion that is not in the data is told', () => {
    const outcome = (() => {
      const curve = spectrumOf('rc', [10, 100, 2e-5], 0.01)
      const message = refusal(curve, { model: 'randles-q' })
      return message === 'analysed' ? eis.run(curve, { model: 'randles-q' }).warnings.join() : message
    })()
    expect(outcome).toMatch(/不能确定|没有收敛|完全相关/)
  })

  test('an arc of a few degrees is told, a line is refused', () => {
    const begin = { ...shapeOnly, x: shapeOnly.x.slice(0, 30), y: shapeOnly.y.slice(0, 30) }
    const result = eis.run(begin, { range: 'given', from: 0, to: 60 })
    expect(result.warnings.join()).toContain('只覆盖')
    const line = { ...shapeOnly, y: shapeOnly.x.map((x) => x - 9) }
    expect(refusal(line, { range: 'given', from: 0, to: 200 })).toMatch(/直线|不成弧形|不与实轴/)
    expect(refusal(shapeOnly, { range: 'given', from: 500, to: 900 })).toContain('至少需要 6')
  })
})
