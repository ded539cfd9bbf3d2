// Example chromatograms, mass spectra, distributions, hysteresis loops and mechanical curves of the demo.
import type { ExampleData } from '../../../src/shop/catalogue/examples/example-rules.ts'
import { curve, marksOf, type PeakRow, points, spectrum, stepAt, sticks, sumOf } from './example-curves.ts'

const chromatogram = (
  name: string,
  note: string,
  y: string,
  to: number,
  peaks: PeakRow[],
  unit: number,
): ExampleData => ({
  x: { label: '保留时间 / min' },
  y: { label: y },
  note,
  curves: [
    spectrum(name, { from: 0, to, step: 0.02 }, peaks, {
      unit,
      base: () => unit,
      noise: unit / 3,
      digits: unit < 10 ? 2 : 0,
      lorentz: 0.1,
    }),
  ],
  marks: marksOf(peaks),
})

export const gcMs = chromatogram(
  'TIC',
  'HP-5MS 30 m，分流 20:1，升温 5 ℃/min',
  '总离子流',
  16,
  [
    [3.62, 20, 0.09, '乙酸乙酯，面积 11.2 %'],
    [5.21, 100, 0.1, '甲苯，面积 52.6 %'],
    [8.44, 14, 0.11, '间/对二甲苯，面积 7.8 %'],
    [12.83, 55, 0.13, '萘，面积 28.4 %'],
  ],
  42_000,
)

export const toluene: ExampleData = {
  x: { label: 'm/z' },
  y: { label: '相对丰度 / %' },
  note: '5.21 min 处的 EI 质谱，70 eV；谱库匹配度 96 %：甲苯',
  curves: [
    sticks('EI-MS', [
      [27, 2],
      [38, 4],
      [39, 12],
      [50, 4],
      [51, 8],
      [62, 4],
      [63, 8],
      [65, 13],
      [77, 1],
      [89, 4],
      [90, 6],
      [91, 100],
      [92, 70],
      [93, 5],
    ]),
  ],
  marks: [
    { at: 92, label: '分子离子 M⁺•' },
    { at: 91, label: '䓬鎓离子 C₇H₇⁺' },
    { at: 65, label: 'C₅H₅⁺' },
    { at: 39, label: 'C₃H₃⁺' },
  ],
}

export const hrms: ExampleData = {
  x: { label: 'm/z' },
  y: { label: '相对丰度 / %' },
  note: 'ESI+，分辨率 40,000；黄芩苷 C₂₁H₁₈O₁₁，误差 1.1 ppm',
  curves: [
    sticks('ESI+', [
      [271, 38],
      [272, 6],
      [429, 5],
      [447, 100],
      [448, 23],
      [449, 5],
      [469, 46],
      [470, 10],
      [485, 9],
    ]),
  ],
  marks: [
    { at: 447, label: '[M+H]⁺，实测 447.0927' },
    { at: 469, label: '[M+Na]⁺' },
    { at: 271, label: '苷元 [M−GlcA+H]⁺' },
    { at: 485, label: '[M+K]⁺' },
  ],
}

export const hplc = chromatogram(
  'UV',
  'C18，乙腈–0.1 % 甲酸水梯度，1.0 mL/min，278 nm',
  '响应 / mAU',
  14,
  [
    [2.1, 6, 0.1, '溶剂峰'],
    [7.4, 100, 0.14, '主峰，面积 94.8 %'],
    [8.32, 5, 0.14, '杂质 A，面积 3.1 %'],
  ],
  6.2,
)

export const ionChromatography = chromatogram(
  '电导',
  'AS11-HC，KOH 淋洗，抑制电导；自来水稀释 10 倍，标注为稀释后浓度',
  '电导 / µS·cm⁻¹',
  16,
  [
    [3.42, 1.4, 0.12, 'F⁻，0.02 mg/L'],
    [4.93, 100, 0.14, 'Cl⁻，2.41 mg/L'],
    [8.6, 22, 0.2, 'NO₃⁻，0.92 mg/L'],
    [12.2, 46, 0.26, 'SO₄²⁻，2.06 mg/L'],
  ],
  0.11,
)

const logBell = (x: number, middle: number, spread: number) =>
  Math.exp(-(((Math.log10(x) - Math.log10(middle)) / spread) ** 2) / 2)
export const gpc: ExampleData = {
  x: { label: 'M / g·mol⁻¹', log: true },
  y: { label: 'dw / dlogM' },
  note: '聚苯乙烯，THF，40 ℃，PS 标样校正；Mn 28.6、Mw 35.4 kg/mol，PDI 1.24',
  curves: [points('PS', 120, (s) => [10 ** (3 + 3 * s), 1.99 * logBell(10 ** (3 + 3 * s), 32_000, 0.2)], [0, 3])],
  marks: [{ at: 32_000, y: 1.99, label: '峰位分子量 Mp' }],
}

const classes = (s: number) => 10 ** (-0.5 + 3 * s)
export const particleSize: ExampleData = {
  x: { label: '粒径 / µm', log: true },
  y: { label: '体积分数 / %' },
  note: '碳酸钙，水分散，超声 2 min；D10 5.8，D50 14.0，D90 33.9 µm',
  curves: [points('体积分布', 100, (s) => [classes(s), 6.6 * logBell(classes(s), 14, 0.3)], [3, 2])],
  marks: [
    { at: 5.8, y: 3.2, label: 'D10' },
    { at: 14, y: 6.6, label: 'D50' },
    { at: 33.9, y: 2.9, label: 'D90' },
  ],
}

const bar = (name: string, strength: number, longest: number) =>
  points(
    name,
    90,
    (s) => {
      const strain = longest * s
      const plastic = strength * (1 - 0.127 * Math.exp(-strain / 2.6)) * (1 - 0.06 * Math.max(0, s - 0.82) ** 2 * 30)
      // 69 GPa, with a knee between the elastic range and hardening.
      const elastic = 690 * strain
      return [strain, s === 0 ? 0 : plastic * (1 + (plastic / elastic) ** 6) ** (-1 / 6)]
    },
    [3, 1],
  )
export const tensile: ExampleData = {
  x: { label: '应变 / %' },
  y: { label: '应力 / MPa' },
  note: '6061-T6 铝合金，3 根平行试样，2 mm/min，引伸计 25 mm',
  curves: [bar('1 号', 312, 12.4), bar('2 号', 306, 11.6), bar('3 号', 318, 13)],
  marks: [
    { at: 0.6, y: 276, label: '规定塑性延伸强度 Rp0.2，276 MPa' },
    { at: 9.8, y: 308, label: '抗拉强度 Rm，312 MPa' },
    { at: 12.4, y: 298, label: '断后伸长率 A，12.3 %' },
  ],
}

const magnet = (shift: number) => (s: number) => {
  const field = (shift < 0 ? 1 : -1) * (2 * s - 1) * 15_000
  return [field, 62 * Math.tanh((field + (shift < 0 ? 1 : -1) * -Math.abs(shift)) / 2400) + field * 0.0002] as const
}
export const vsm: ExampleData = {
  x: { label: '磁场 H / Oe' },
  y: { label: '磁化强度 M / emu·g⁻¹' },
  note: '磁铁矿粉末，300 K，±15 kOe；Ms 65.0 emu/g，Hc 180 Oe',
  curves: [points('降场', 140, magnet(180), [0, 2]), points('升场', 140, magnet(-180), [0, 2])],
  marks: [
    { at: 15_000, y: 65, label: '饱和磁化强度 Ms' },
    { at: 180, y: 0, label: '矫顽力 Hc' },
  ],
}

const sweep = (s: number) => {
  const up = s <= 0.5
  const volt = -0.2 + (up ? 2 * s : 2 - 2 * s) * 0.9
  const sign = up ? 1 : -1
  const at = up ? 0.262 : 0.198
  const peak =
    Math.exp(-(((volt - at) / 0.055) ** 2)) +
    0.42 * (up ? stepAt(volt, at + 0.04, 0.03) : 1 - stepAt(volt, at - 0.04, 0.03))
  return [volt, sign * (3 + 24 * peak)] as const
}
export const voltammogram: ExampleData = {
  x: { label: '电位 / V vs. Ag/AgCl' },
  y: { label: '电流 / µA' },
  note: '2.5 mmol/L 铁氰化钾，0.1 mol/L KCl，玻碳电极 3 mm，50 mV/s',
  curves: [points('循环伏安', 240, sweep, [4, 2])],
  marks: [
    { at: 0.262, y: 29, label: '氧化峰 Epa' },
    { at: 0.198, y: -29, label: '还原峰 Epc，ΔEp = 64 mV' },
  ],
}
export const impedance: ExampleData = {
  x: { label: 'Z′ / Ω' },
  y: { label: '−Z″ / Ω' },
  note: '100 kHz–10 mHz，10 mV；等效电路 Rs (Rct‖CPE) W',
  curves: [
    points(
      '实测',
      54,
      (s) => {
        if (s > 0.7) return [56 + 46 * (s - 0.7), 2 + 47 * (s - 0.7) ** 0.98] as const
        const angle = Math.PI * (1 - s / 0.7)
        return [34 + 24 * Math.cos(angle), 20 * Math.sin(angle) + 0.5] as const
      },
      [2, 2],
      'dots',
    ),
  ],
  marks: [
    { at: 10, y: 0.5, label: '溶液电阻 Rs，10 Ω' },
    { at: 34, y: 20.5, label: '电荷转移 Rct，48 Ω' },
  ],
}

const nitroxide: PeakRow[] = [
  [3495.7, 100, 2.6, '低场线，mI = +1'],
  [3513, 100, 2.6, '中场线，mI = 0'],
  [3530.3, 94, 2.6, '高场线，mI = −1'],
]
export const epr: ExampleData = {
  x: { label: '磁场 / G' },
  y: { label: '一阶微分强度' },
  note: 'TEMPO 水溶液，X 波段 9.861 GHz；g = 2.0055，aN = 17.3 G',
  curves: [
    curve(
      'TEMPO',
      { from: 3470, to: 3556, step: 0.2 },
      (x) =>
        nitroxide.reduce((sum, [at, height, width]) => {
          const u = (x - at) / width
          return sum - 1.65 * height * u * Math.exp(-u * u)
        }, 0),
      { noise: 0.8, digits: 1 },
    ),
  ],
  marks: nitroxide.map(([at, , , label = '']) => ({ at, y: 0, label })),
}

export const zeta: ExampleData = {
  x: { label: 'ζ / mV' },
  y: { label: '强度 / 千计数' },
  note: '二氧化硅溶胶，pH 7.0，25 ℃，三次重复；平均 −34.2 mV',
  curves: [0, 1, 2].map((run) =>
    curve(
      `第 ${run + 1} 次`,
      { from: -90, to: 30, step: 0.5 },
      (x) => sumOf([[-34.2 + run - 1, 262 - 9 * run, 17]], x, 0),
      { noise: 0.6 },
    ),
  ),
  marks: [{ at: -34.2, y: 258, label: '平均电位，偏差 0.8 mV' }],
}
