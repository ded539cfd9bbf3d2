import { expect, test } from 'vitest'
import { apartText, comparedName, comparedSample, doubtOf, mayOverlay } from './compare-rules.ts'

const file = { name: 'a.xy', sampleNo: 'MX2603020000103', sampleName: 'ZnO-3' }

test('[Q-77] a compared curve is named by the name of the sample, where it has one', () => {
  const [own, other] = ['MX26030200001', 'MX26030200009']
  expect(comparedName(file, own, own)).toBe('ZnO-3 …03')
  expect(comparedName(file, own, other)).toBe('ZnO-3 MX2603020000103')
  expect(comparedName({ ...file, sampleName: '' }, own, own)).toBe('MX2603020000103')
  const whole = { ...file, sampleNo: '', sampleName: '' }
  expect([comparedName(whole, own, own), comparedName(whole, own, other)]).toEqual(['a.xy', 'MX26030200001 a.xy'])
  expect([comparedSample(file), comparedSample(whole)]).toEqual(['ZnO-3 …03', '整个订单'])
})

test('[Q-104] curves whose axes are called x only are laid over each other for one project, and not for XRD and Raman', () => {
  const curve = (x: string, ...projectNames: string[]) => ({ x, projectNames })
  const [xrd, raman] = [curve('x', '粉末 XRD'), curve('X', '显微拉曼')]
  expect([mayOverlay(xrd, xrd), mayOverlay(xrd, raman), mayOverlay(curve('', 'XPS'), curve('', 'SEM'))]).toEqual([
    true,
    false,
    false,
  ])
  // A named axis tells what it means, whatever the project is called.
  expect(mayOverlay(curve('2θ (°)', '粉末 XRD'), curve('2Theta', '薄膜 XRD'))).toBe(true)
  expect(mayOverlay(curve('2θ (°)', '粉末 XRD'), curve('x', '粉末 XRD'))).toBe(false)
  expect(apartText(xrd, ['b.txt'])).toBe('横轴没有名称和单位，且检测项目不同，不能确定含义是否一致，未叠加：b.txt')
  expect(apartText(curve('2θ (°)'), ['b.txt'])).toBe('横轴与「2θ (°)」不同，未叠加：b.txt')
  // Of an order with both, whose records do not tell which file is which, the person has to.
  const either = curve('x', '粉末 XRD', '显微拉曼')
  expect(doubtOf(either)).toEqual(['横轴没有名称和单位，请确认这些数据属于同一检测项目（粉末 XRD、显微拉曼）'])
  expect([doubtOf(xrd), doubtOf(curve('2θ (°)', 'a', 'b'))]).toEqual([[], []])
})
