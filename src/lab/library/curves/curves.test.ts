import { expect, test } from 'vitest'
import { drawingOf } from './drawing-rules.ts'
import { methodOf, otherMethod } from './method-rules.ts'

test('the project says the method, else the x axis does where nothing else has it', () => {
  expect(methodOf('X 射线衍射（XRD）', 'x')).toBe('XRD')
  expect(methodOf('同步热分析（TG-DSC）', '温度 (°C)')).toBe('热分析')
  expect(methodOf('定制实验', '结合能 (eV)')).toBe('XPS')
  //
  expect(methodOf('程序升温与化学吸附（TPR/TPD）', 'x')).toBe(otherMethod)
  expect(methodOf('定制实验', '波长 (nm)')).toBe(otherMethod)
  expect(methodOf('', 'x')).toBe(otherMethod)
})

test('a drawing fits its box, keeps the peak and runs as the axis does', () => {
  expect(drawingOf({ x: [0, 10, 20], y: [1, 5, 3] }, false)).toBe('0,60 100,0 200,30')
  expect(drawingOf({ x: [0, 10, 20], y: [1, 5, 3] }, true)).toBe('200,60 100,0 0,30')
  expect(drawingOf({ x: [3, 3], y: [2, 2] }, false)).toBe('100,30 100,30')
})

test('a drawing of millions of points is as small as any other', () => {
  const x = Array.from({ length: 1_000_000 }, (_, i) => i)
  const y = x.map((at) => (at === 654_321 ? 1000 : Math.sin(at / 1000)))
  const line = drawingOf({ x, y }, false)
  expect(line.split(' ').length).toBeLessThanOrEqual(100)
  expect(line).toContain(',0 ')
})
