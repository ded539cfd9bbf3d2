// Example spectra, diffraction patterns and thermal curves of the demo, for well-known substances, so that peak positions can be checked.
import type { ExampleData } from '../../../src/shop/catalogue/examples/example-rules.ts'
import { curve, marksOf, type PeakRow, points, spectrum, stepAt, sumOf } from './example-curves.ts'

const salt: PeakRow[] = [
  [27.37, 13, 0.12, 'NaCl (111)'],
  [31.7, 100, 0.12, 'NaCl (200)'],
  [45.45, 55, 0.14, 'NaCl (220)'],
  [53.87, 2, 0.16, 'NaCl (311)'],
  [56.48, 15, 0.16, 'NaCl (222)'],
  [66.23, 6, 0.18, 'NaCl (400)'],
  [75.3, 11, 0.2, 'NaCl (420)'],
  [83.99, 7, 0.22, 'NaCl (422)'],
]

export const xrd: ExampleData = {
  x: { label: '2θ / °' },
  y: { label: '强度 / 计数' },
  note: '氯化钠粉末，Cu Kα，10–90°，步长 0.05°',
  curves: [
    spectrum('NaCl', { from: 10, to: 90, step: 0.05 }, salt, {
      unit: 118,
      base: (x) => 70 + 160 * Math.exp(-(x - 10) / 14),
      noise: 26,
      lorentz: 0.6,
    }),
  ],
  marks: marksOf(salt),
}

const layeredOxide: PeakRow[] = [
  [18.69, 100, 0.16, 'R-3m (003)'],
  [36.66, 22, 0.2, 'R-3m (101)'],
  [38.3, 7, 0.2, 'R-3m (006)/(012)'],
  [44.41, 74, 0.2, 'R-3m (104)'],
  [48.6, 9, 0.24, 'R-3m (015)'],
  [58.64, 10, 0.26, 'R-3m (107)'],
  [64.37, 16, 0.26, 'R-3m (018)'],
  [65.02, 15, 0.24, 'R-3m (110)'],
  [68.2, 7, 0.28, 'R-3m (113)'],
]
const refined = { from: 15, to: 75, step: 0.1 }
export const xrdRefinement: ExampleData = {
  x: { label: '2θ / °' },
  y: { label: '强度 / 计数' },
  note: '层状氧化物正极，Rwp = 4.8 %，a = 2.866 Å，c = 14.23 Å',
  curves: [
    spectrum('观测', refined, layeredOxide, { unit: 92, base: () => 240, noise: 60, lorentz: 0.6 }),
    spectrum('计算', refined, layeredOxide, { unit: 92, base: () => 240, lorentz: 0.6 }),
    curve('差值', refined, (x) => -900 + 1.6 * sumOf(layeredOxide, x - 0.08) - 1.6 * sumOf(layeredOxide, x + 0.08), {
      noise: 60,
    }),
  ],
  marks: marksOf(layeredOxide),
}

const carbon: PeakRow[] = [
  [284.8, 100, 1.1, 'C–C / C–H'],
  [286.4, 34, 1.3, 'C–O'],
  [288.7, 16, 1.3, 'O–C=O'],
]
export const xps: ExampleData = {
  x: { label: '结合能 / eV', reverse: true },
  y: { label: '强度 / 计数·s⁻¹' },
  note: 'C 1s 精细谱，Al Kα，通能 30 eV，按 C–C 284.8 eV 校正',
  curves: [
    spectrum('C 1s', { from: 280, to: 294, step: 0.05 }, carbon, {
      unit: 310,
      base: (x) => 2100 + 900 * stepAt(x, 285.5, 0.8),
      noise: 130,
      lorentz: 0.3,
    }),
  ],
  marks: marksOf(carbon),
}

const oxygen: PeakRow[] = [
  [529.8, 100, 1.3, '晶格氧 O²⁻'],
  [531.4, 48, 1.6, '表面羟基与氧缺陷'],
  [533, 20, 1.8, '吸附水'],
]
const oxygenAxis = { from: 526, to: 537, step: 0.05 }
const oxygenLook = { unit: 260, base: () => 1800, lorentz: 0.3 }
export const xpsFitting: ExampleData = {
  x: { label: '结合能 / eV', reverse: true },
  y: { label: '强度 / 计数·s⁻¹' },
  note: 'O 1s 三组分拟合，扣 Shirley 背景，L/G = 30 %',
  curves: [
    spectrum('包络线', oxygenAxis, oxygen, oxygenLook),
    spectrum('实测', oxygenAxis, oxygen, { ...oxygenLook, noise: 40 }),
    ...oxygen.map((part) => spectrum(part[3] ?? '', { ...oxygenAxis, step: 0.1 }, [part], oxygenLook)),
  ],
  marks: marksOf(oxygen),
}

const graphene: PeakRow[] = [
  [1350, 78, 62, 'D 峰，缺陷'],
  [1582, 100, 42, 'G 峰，sp² 碳'],
  [2700, 45, 84, '2D 峰，层数'],
]
export const raman: ExampleData = {
  x: { label: '拉曼位移 / cm⁻¹' },
  y: { label: '强度 / 计数' },
  note: '含缺陷的多层石墨烯，532 nm，I(D)/I(G) = 0.78',
  curves: [
    spectrum('石墨烯', { from: 800, to: 3200, step: 4 }, graphene, {
      unit: 21,
      base: () => 160,
      noise: 22,
      lorentz: 0.8,
    }),
  ],
  marks: marksOf(graphene),
}

const polyester: PeakRow[] = [
  [3430, 9, 160, 'O–H 伸缩，端羟基与吸附水'],
  [2968, 14, 46, 'C–H 伸缩'],
  [1715, 62, 26, 'C=O 伸缩，酯'],
  [1409, 18, 18, '苯环骨架'],
  [1241, 60, 44, 'C–O 伸缩，酯'],
  [1094, 52, 42, 'C–O 伸缩'],
  [723, 48, 20, '苯环 C–H 面外弯曲'],
]
export const ftir: ExampleData = {
  x: { label: '波数 / cm⁻¹', reverse: true },
  y: { label: '透过率 / %' },
  note: 'PET 薄膜，ATR，4 cm⁻¹，32 次扫描',
  dips: true,
  curves: [
    spectrum('PET', { from: 400, to: 4000, step: 4 }, polyester, {
      unit: -1,
      base: () => 97,
      noise: 0.3,
      digits: 1,
      lorentz: 0.7,
    }),
  ],
  marks: marksOf(polyester),
}

export const tga: ExampleData = {
  x: { label: '温度 / ℃' },
  y: { label: '质量 / %' },
  note: '一水合草酸钙，N₂，10 ℃/min，起始 12.4 mg',
  dips: true,
  curves: [
    curve(
      'CaC₂O₄·H₂O',
      { from: 30, to: 900, step: 2 },
      (t) => 100 - 12.3 * stepAt(t, 172, 9) - 19.2 * stepAt(t, 492, 8) - 30.1 * stepAt(t, 738, 16),
      { noise: 0.05, digits: 2 },
    ),
  ],
  marks: [
    { at: 172, label: '失结晶水，−12.3 %' },
    { at: 492, label: '放出 CO，−19.2 %' },
    { at: 738, label: '放出 CO₂，−30.1 %' },
  ],
}

export const tgHeatFlow: ExampleData = {
  x: { label: '温度 / ℃' },
  y: { label: '热流 / mW·mg⁻¹（放热向上）' },
  note: '一水合草酸钙，与失重曲线同时测得',
  dips: true,
  curves: [
    curve(
      'CaC₂O₄·H₂O',
      { from: 30, to: 900, step: 2 },
      (t) =>
        -0.12 -
        sumOf(
          [
            [172, 2.1, 28],
            [492, 1.5, 30],
            [738, 3.4, 56],
          ],
          t,
          0.1,
        ),
      { noise: 0.01, digits: 3 },
    ),
  ],
  marks: [
    { at: 172, label: '失结晶水，吸热' },
    { at: 492, label: '放出 CO，N₂ 中吸热' },
    { at: 738, label: '碳酸钙分解，吸热' },
  ],
}

export const dsc: ExampleData = {
  x: { label: '温度 / ℃' },
  y: { label: '热流 / mW·mg⁻¹（放热向上）' },
  note: 'PLA，二次升温，10 ℃/min，N₂',
  curves: [
    curve(
      'PLA',
      { from: 30, to: 200, step: 0.5 },
      (t) => -0.09 * stepAt(t, 61, 1.6) + sumOf([[108, 0.318, 14]], t, 0) - sumOf([[168, 0.777, 8]], t, 0.1),
      { noise: 0.008, digits: 3 },
    ),
  ],
  marks: [
    { at: 61, label: '玻璃化转变 Tg' },
    { at: 108, label: '冷结晶 Tcc，28.4 J/g' },
    { at: 168, label: '熔融 Tm，−41.6 J/g' },
  ],
}

const dye: PeakRow[] = [
  [246, 48, 26, '苯环 π→π*'],
  [292, 56, 28, 'π→π*'],
  [664, 100, 46, '单体 π→π*'],
  [612, 46, 50, '二聚体肩峰'],
]
export const uvVis: ExampleData = {
  x: { label: '波长 / nm' },
  y: { label: '吸光度' },
  note: '亚甲基蓝水溶液，10 mg/L，1 cm 石英池',
  curves: [
    spectrum('亚甲基蓝', { from: 220, to: 800, step: 1 }, dye, {
      unit: 0.0172,
      noise: 0.004,
      digits: 3,
      lorentz: 0.15,
    }),
  ],
  marks: marksOf(dye),
}

const filled = (p: number, at: number) => 64 * (p / (p + 0.012)) + 46 * p + 260 * stepAt(p, at, 0.035)
export const bet: ExampleData = {
  x: { label: '相对压力 p/p₀' },
  y: { label: '吸附量 / cm³·g⁻¹ STP' },
  note: '介孔二氧化硅，N₂，77 K；BET 比表面 268 m²/g，IV 型、H1 型回滞环',
  curves: [
    points('吸附', 44, (s) => [0.01 + 0.98 * s, filled(0.01 + 0.98 * s, 0.78)], [3, 1]),
    points('脱附', 44, (s) => [0.99 - 0.88 * s, filled(0.99 - 0.88 * s, 0.69)], [3, 1]),
  ],
  marks: [
    { at: 0.05, label: '单层吸附，BET 取点起' },
    { at: 0.3, label: 'BET 取点止' },
    { at: 0.78, label: '毛细凝聚' },
  ],
}

/** Lines of a multiplet, 7 Hz apart at 400 MHz. */
const multiplet = (at: number, height: number, shares: readonly number[]): PeakRow[] =>
  shares.map((share, i) => [at + (i - (shares.length - 1) / 2) * 0.0175, height * share, 0.005])
export const nmr: ExampleData = {
  x: { label: 'δ / ppm', reverse: true },
  y: { label: '强度' },
  note: '乙酸乙酯，CDCl₃，400 MHz，16 次累加，TMS 为内标',
  curves: [
    spectrum(
      '¹H',
      { from: -0.2, to: 5, step: 0.0025 },
      [
        ...multiplet(1.26, 50, [0.5, 1, 0.5]),
        ...multiplet(2.04, 100, [1]),
        ...multiplet(4.12, 24.7, [0.35, 1, 1, 0.35]),
        ...multiplet(0, 18, [1]),
      ],
      { noise: 0.2, digits: 1, lorentz: 1 },
    ),
  ],
  marks: [
    { at: 4.12, y: 21, label: '四重峰，2H，–OCH₂–' },
    { at: 2.04, label: '单峰，3H，CH₃CO–' },
    { at: 1.26, label: '三重峰，3H，–CH₃' },
    { at: 0, label: 'TMS' },
  ],
}

const europium: PeakRow[] = [
  [579, 5, 6, '⁵D₀→⁷F₀'],
  [591, 42, 10, '⁵D₀→⁷F₁，磁偶极'],
  [615, 100, 11, '⁵D₀→⁷F₂，电偶极'],
  [652, 10, 12, '⁵D₀→⁷F₃'],
  [701, 30, 14, '⁵D₀→⁷F₄'],
]
const excited: PeakRow[] = [
  [362, 16, 8],
  [382, 22, 9],
  [395, 86, 8, '⁷F₀→⁵L₆'],
  [465, 44, 7, '⁷F₀→⁵D₂'],
]
export const photoluminescence: ExampleData = {
  x: { label: '波长 / nm' },
  y: { label: '相对强度' },
  note: 'Eu³⁺ 掺杂荧光粉；激发谱 λem = 615 nm，发射谱 λex = 395 nm，已校正',
  curves: [
    spectrum('发射', { from: 550, to: 740, step: 0.5 }, europium, { noise: 0.25, digits: 1 }),
    spectrum('激发', { from: 340, to: 500, step: 0.5 }, excited, { noise: 0.25, digits: 1 }),
  ],
  marks: [...marksOf(europium), ...excited.flatMap(([at, y, , label]) => (label ? [{ at, y, label }] : []))],
}

const silica: PeakRow[] = [
  [-92, 5, 7, 'Q²'],
  [-101, 34, 8, 'Q³'],
  [-110, 100, 9, 'Q⁴'],
]
export const solidNmr: ExampleData = {
  x: { label: 'δ / ppm', reverse: true },
  y: { label: '强度' },
  note: '硅胶，²⁹Si 单脉冲，5 kHz，弛豫延迟 120 s，外标 TMS',
  curves: [spectrum('²⁹Si', { from: -140, to: -70, step: 0.2 }, silica, { noise: 0.6, digits: 1, lorentz: 0.1 })],
  marks: marksOf(silica),
}
