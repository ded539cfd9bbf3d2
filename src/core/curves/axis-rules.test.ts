import { describe, expect, it } from 'vitest'
import { axisLabels, runsReversed } from './axis-rules.ts'

const unnamed = { xLabel: 'x', yLabel: 'y' }

describe('axes of a delivered curve', () => {
  it('a file without axis names gets the usual axes of its method', () => {
    expect(axisLabels(unnamed, ['X 射线衍射（XRD）'])).toEqual({ x: '2θ (°)', y: '强度' })
    expect(axisLabels(unnamed, ['X 射线光电子能谱（XPS）'])).toEqual({ x: '结合能 (eV)', y: '强度' })
  })
  it('axis names in the file are kept', () => {
    expect(axisLabels({ xLabel: 'd (Å)', yLabel: 'y' }, ['XRD'])).toEqual({ x: 'd (Å)', y: '强度' })
  })
  it('an order with different or unknown methods gets no guessed names', () => {
    expect(axisLabels(unnamed, ['XRD', '拉曼光谱'])).toEqual({ x: 'x', y: 'y' })
    expect(axisLabels(unnamed, ['定制实验'])).toEqual({ x: 'x', y: 'y' })
    expect(axisLabels(unnamed, [])).toEqual({ x: 'x', y: 'y' })
  })
  it('[Q-59] chemisorption and electron diffraction get none of those of gas adsorption and XRD', () => {
    for (const name of ['程序升温与化学吸附（TPR/TPD）', '电子背散射衍射（EBSD）', '选区电子衍射'])
      expect(axisLabels(unnamed, [name])).toEqual({ x: 'x', y: 'y' })
    expect(axisLabels(unnamed, ['物理吸附（BET）']).x).toBe('相对压力 p/p₀')
    expect(axisLabels(unnamed, ['单晶衍射']).x).toBe('2θ (°)')
  })
  it('chemical shift, wavenumber and binding energy run from right to left, a Raman shift does not', () => {
    expect(runsReversed('化学位移 (ppm)', [])).toBe(true)
    expect(runsReversed('波数 (cm⁻¹)', ['红外光谱（FT-IR）'])).toBe(true)
    expect(runsReversed('结合能 (eV)', [])).toBe(true)
    expect(runsReversed('拉曼位移 (cm⁻¹)', [])).toBe(false)
    expect(runsReversed('1/CM', ['拉曼光谱'])).toBe(false)
    expect(runsReversed('2θ (°)', ['X 射线衍射'])).toBe(false)
  })
})
