import { runsRightToLeft } from './curve-rules.ts'

/** The usual axes of a method, for files that do not name theirs. */
const axesByMethod: readonly { named: RegExp; x: string; y: string }[] = [
  { named: /XPS|光电子/i, x: '结合能 (eV)', y: '强度' },
  { named: /XRD|(?<!背散射|电子)衍射/i, x: '2θ (°)', y: '强度' },
  { named: /raman|拉曼/i, x: '拉曼位移 (cm⁻¹)', y: '强度' },
  { named: /FT-?IR|红外/i, x: '波数 (cm⁻¹)', y: '透过率 (%)' },
  { named: /BET|比表面|(?<!化学)吸附/i, x: '相对压力 p/p₀', y: '吸附量' },
  { named: /NMR|核磁/i, x: '化学位移 (ppm)', y: '强度' },
  { named: /TG|热重|DSC/i, x: '温度 (°C)', y: '信号' },
]

/** The names in the file, else those that the projects of the order have in common. */
export function axisLabels(
  file: { xLabel: string; yLabel: string },
  projectNames: readonly string[],
): { x: string; y: string } {
  const usual = projectNames.map((name) => axesByMethod.find(({ named }) => named.test(name)))
  const [first] = usual
  const agreed = first && usual.every((axes) => axes === first) ? first : undefined
  return {
    x: file.xLabel === 'x' && agreed ? agreed.x : file.xLabel,
    y: file.yLabel === 'y' && agreed ? agreed.y : file.yLabel,
  }
}

/**
 * Whether the x axis is drawn from right to left. The name of the axis decides; a Raman shift has the unit of a wavenumber and is drawn
 * from left to right, which the name of the axis or else the method tells.
 */
export function runsReversed(xLabel: string, projectNames: readonly string[]): boolean {
  if (/raman|拉曼/i.test(xLabel)) return false
  const raman = projectNames.length > 0 && projectNames.every((name) => /raman|拉曼/i.test(name))
  return runsRightToLeft(xLabel) && !(raman && !/ppm|eV|化学位移|结合能/i.test(xLabel))
}
