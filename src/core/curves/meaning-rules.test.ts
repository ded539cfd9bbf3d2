import { expect, it } from 'vitest'
import { axisMeaning } from './meaning-rules.ts'

it('axes of the same meaning are recognised whatever their files call them', () => {
  expect(axisMeaning('2Theta (deg)')).toBe(axisMeaning('2θ (°)'))
  expect(axisMeaning('Wavenumbers (cm-1)')).toBe(axisMeaning('1/CM'))
  expect(axisMeaning('拉曼位移 (cm⁻¹)')).not.toBe(axisMeaning('波数 (cm⁻¹)'))
  expect(axisMeaning('粒径 (nm)')).toBe('粒径')
  expect(axisMeaning('Wavelength (nm)')).toBe('波长')
  expect(axisMeaning('Time (min)')).not.toBe(axisMeaning('2θ (°)'))
})
