import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { cv } from '../electro/cv-rules.ts'
import { eis } from '../electro/eis-rules.ts'
import { straightLine } from '../fitting/straight-line-rules.ts'
import { betAmount } from '../sorption/bet-fit-rules.ts'
import { bet } from '../sorption/bet-rules.ts'
import { bjh } from '../sorption/bjh-rules.ts'
import { kelvinRadius, thicknesses } from '../sorption/pore-rules.ts'
import { tensile } from '../tensile/tensile-rules.ts'
import { dsc } from '../thermal/dsc-rules.ts'
import { glass } from '../thermal/glass-rules.ts'
import { tg } from '../thermal/tg-rules.ts'
import * as known from './reference-curves.ts'

/** Rows of docs/analysis-references.md: what is published or known by construction, and what the tools make of it. */

interface Reference {
  method: string
  quantity: string
  published: number
  unit: string
  digits: number
  /** Largest difference in the unit: as the source rounds, or as the spacing of the points allows. */
  within: number
  ours: () => number
  source: string
}

const whole = { range: 'given', from: 0, to: 0.5 }
const made = '由此值构造的曲线'

type Row = [
  quantity: string,
  published: number,
  unit: string,
  digits: number,
  within: number,
  ours: () => number,
  source: string,
]

function rows(method: string, list: readonly Row[]): Reference[] {
  return list.map(([quantity, published, unit, digits, within, ours, source]) => ({
    method,
    quantity,
    published,
    unit,
    digits,
    within,
    ours,
    source,
  }))
}

const atkins = 'Atkins、de Paula，Physical Chemistry'
const monolayer = (curve: keyof typeof known.bookIsotherms, name: string) => () =>
  known.valueOf(bet.run(known.bookIsotherms[curve], whole), name)
const synthetic = known.spaced(0.02, 0.99, 98)
const betOf = (name: string) => {
  const y = synthetic.map((p) => Math.min(100, betAmount(20, 100, p)))
  return known.valueOf(bet.run(known.curveOf(synthetic, y, 'p/p0', 'cm³ STP/g'), {}), name)
}

const sorption = [
  ...rows('BET 比表面积', [
    [
      'N₂/金红石（75 K）vm',
      811,
      'mm³ STP',
      0,
      5,
      () => 1000 * monolayer('rutile', '单层吸附量 vm')(),
      `${atkins}，BET 等温线例题`,
    ],
    ['N₂/金红石（75 K）C', 310, '', 0, 10, monolayer('rutile', 'C 值'), `${atkins}，BET 等温线例题（图解）`],
    ['NH₃/BaF₂（0 °C）vm', 13.1, 'cm³ STP', 1, 0.05, monolayer('cold', '单层吸附量 vm'), `${atkins}，表面一章习题`],
    ['NH₃/BaF₂（0 °C）C', 164, '', 0, 2, monolayer('cold', 'C 值'), `${atkins}，表面一章习题`],
    ['NH₃/BaF₂（18.6 °C）vm', 12.5, 'cm³ STP', 1, 0.05, monolayer('warm', '单层吸附量 vm'), `${atkins}，表面一章习题`],
    ['NH₃/BaF₂（18.6 °C）C', 264, '', 0, 1, monolayer('warm', 'C 值'), `${atkins}，表面一章习题`],
    [
      '1 cm³ STP 单层 N₂ 的面积（σ = 0.162 nm²）',
      4.35,
      'm²',
      2,
      0.005,
      () => betOf('BET') / betOf('单层吸附量 vm'),
      'Gregg、Sing，Adsorption, Surface Area and Porosity（第 2 版，1982）',
    ],
    ['BET 等温线 vm', 20, 'cm³ STP/g', 3, 0.001, () => betOf('单层吸附量 vm'), made],
    ['BET 等温线 C', 100, '', 2, 0.01, () => betOf('C 值'), made],
    [
      '100 cm³ STP N₂ 的液体体积',
      0.15468,
      'cm³',
      5,
      0.000005,
      () => betOf('总孔容'),
      'Thommes 等，Pure Appl. Chem. 87 (2015) 1051（IUPAC）',
    ],
  ]),
  ...rows('BJH 孔径分布', [
    ['Kelvin 半径（p/p₀ = 0.5）', 1.37, 'nm', 2, 0.01, () => kelvinRadius(0.5), 'ISO 15901-2（0.953 nm/ln(p₀/p)）'],
    [
      '吸附层厚度（p/p₀ = 0.5，Halsey）',
      0.684,
      'nm',
      3,
      0.001,
      () => thicknesses['halsey']?.(0.5) ?? NaN,
      'Halsey，J. Chem. Phys. 16 (1948) 931',
    ],
    ['孔容（圆柱孔，D = 6 nm）', 0.4, 'cm³/g', 3, 0.004, () => bjhOf('BJH 孔容'), made],
    ['最可几孔径（圆柱孔，D = 6 nm）', 6, 'nm', 2, 0.35, () => bjhOf('最可几'), made],
  ]),
]

function bjhOf(name: string): number {
  return known.valueOf(bjh.run(known.isothermOfPores(known.poresAround(3, 0.3), 'halsey'), {}), name)
}

const temperatures = known.spaced(30, 900, 871)
const tgOf = (name: string) =>
  known.valueOf(tg.run(known.curveOf(temperatures, temperatures.map(known.oxalate), '温度 (°C)', '质量 (%)'), {}), name)
const around = known.spaced(140, 180, 801)
const asked = { exo: 'down', speed: 10, window: 0.3 }
const indiumOf = (name: string) =>
  known.valueOf(dsc.run(known.curveOf(around, around.map(known.indium), '温度 (°C)', 'DSC (mW/mg)'), asked), name)
const glassOf = (name: string) => {
  const x = known.spaced(40, 160, 601)
  const y = x.map((t) => 0.1 + 0.0005 * t + known.logistic(t, 0.05, 100, 2))
  return known.valueOf(glass.run(known.curveOf(x, y, '温度 (°C)', 'DSC (mW/mg)'), { ...asked, window: 1 }), name)
}
const weights = 'CaC₂O₄·H₂O 的理论值，IUPAC 2021 标准原子量'
const book = 'Höhne、Hemminger、Flammersheim，Differential Scanning Calorimetry（第 2 版，2003）'

const thermal = [
  ...rows('热重分步失重', [
    ['CaC₂O₄·H₂O 失 H₂O', 12.33, '%', 2, 0.01, () => tgOf('第 1 步'), weights],
    ['CaC₂O₄ 失 CO', 19.17, '%', 2, 0.02, () => tgOf('第 2 步'), weights],
    ['CaCO₃ 失 CO₂', 30.12, '%', 2, 0.02, () => tgOf('第 3 步'), weights],
    ['残余 CaO', 38.38, '%', 2, 0.02, () => tgOf('残余'), weights],
  ]),
  ...rows('DSC 峰与焓', [
    [
      '铟 外推起始温度',
      156.6,
      '°C',
      1,
      0.05,
      () => indiumOf('外推起始'),
      'ITS-90 固定点（156.5985 °C），由此值构造的曲线',
    ],
    ['铟 熔化焓', 28.6, 'J/g', 1, 0.05, () => indiumOf('焓'), `${book}，由此值构造的曲线`],
  ]),
  ...rows('玻璃化转变温度', [
    ['Tg（半高）', 100, '°C', 1, 0.05, () => glassOf('玻璃化'), made],
    ['Δcp', 0.3, 'J/(g·K)', 3, 0.001, () => glassOf('比热'), made],
  ]),
]

const nicholson = 'Nicholson、Shain，Anal. Chem. 36 (1964) 706'
const faulkner = 'Bard、Faulkner，Electrochemical Methods（第 2 版）表 6.5.1'
const cvOf = (name: string, beyond = 0.2715) => known.valueOf(cv.run(known.reversible(beyond), { window: 4 }), name)
const apart = (beyond: number) => () => cvOf('峰电位差', beyond)
const circuit = [10, 100, 5e-5, 0.82]
const eisOf = (name: string, model: string) => known.valueOf(eis.run(known.spectrumOf('rq', circuit), { model }), name)

const electro = [
  ...rows('循环伏安峰', [
    ['可逆过程 ip（无量纲）', 0.4463, '', 4, 0.0005, () => cvOf('还原峰电流'), nicholson],
    [
      '可逆过程 Epc − E1/2（25 °C）',
      -28.5,
      'mV',
      1,
      0.3,
      () => 1000 * (cvOf('还原峰电位') - known.halfWave),
      nicholson,
    ],
    ['ΔEp，换向在峰后 71.5 mV', 60.5, 'mV', 1, 0.5, apart(0.0715), faulkner],
    ['ΔEp，换向在峰后 121.5 mV', 59.2, 'mV', 1, 0.5, apart(0.1215), faulkner],
    ['ΔEp，换向在峰后 171.5 mV', 58.3, 'mV', 1, 0.5, apart(0.1715), faulkner],
    ['ΔEp，换向在峰后 271.5 mV', 57.8, 'mV', 1, 0.5, apart(0.2715), faulkner],
    ['可逆过程 ipa/ipc', 1, '', 2, 0.02, () => cvOf('峰电流比'), 'Nicholson，Anal. Chem. 38 (1966) 1406'],
  ]),
  ...rows('交流阻抗', [
    ['R(RQ) 下沉角，n = 0.82', 16.2, '°', 1, 0.05, () => eisOf('圆心下沉角', 'arc'), '(1 − n)·90°，由此值构造的曲线'],
    ['R(RQ) Rct（圆弧）', 100, 'Ω', 2, 0.01, () => eisOf('Rct', 'arc'), made],
    ['R(RQ) Rct（电路）', 100, 'Ω', 2, 0.01, () => eisOf('Rct', 'rq'), made],
    ['R(RQ) n（电路）', 0.82, '', 4, 0.0001, () => eisOf('n', 'rq'), made],
  ]),
]

const tensileOf = (name: string) => known.valueOf(tensile.run(known.rambergOsgood(72400, 345, 15, 440), {}), name)
const nist = 'NIST StRD，Norris'

const mechanics = [
  ...rows('拉伸性能', [
    [
      '弹性模量',
      72400,
      'MPa',
      0,
      8,
      () => tensileOf('弹性模量'),
      'Ramberg、Osgood，NACA TN 902 (1943)，由此值构造的曲线',
    ],
    ['Rp0.2', 345, 'MPa', 1, 0.1, () => tensileOf('规定塑性'), 'Ramberg、Osgood，NACA TN 902 (1943)，由此值构造的曲线'],
  ]),
  ...rows('最小二乘直线', [
    ['斜率', 1.00211681802045, '', 12, 1e-12, () => straightLine(known.norris).slope, nist],
    ['截距', -0.262323073774029, '', 10, 1e-10, () => straightLine(known.norris).intercept, nist],
    ['斜率的标准偏差', 0.000429796848199937, '', 12, 1e-12, () => straightLine(known.norris).slopeError, nist],
  ]),
]

const references = [...sorption, ...thermal, ...electro, ...mechanics]

function inUnit(value: number, { digits, unit }: Reference): string {
  return `${value.toFixed(digits).replace('-', '−')}${unit === '' ? '' : ` ${unit}`}`
}

describe('each quantity against its reference', () => {
  test.each(references)('$method: $quantity', (reference) => {
    expect(Math.abs(reference.ours() - reference.published)).toBeLessThanOrEqual(reference.within)
  })
})

test('the table of the documents says what the tools give', () => {
  const table = references.map((reference) => {
    const { method, quantity, published, source } = reference
    return `| ${method} | ${quantity} | ${inUnit(published, reference)} | ${inUnit(reference.ours(), reference)} | ${source} |`
  })
  const page = readFileSync(new URL('../../../../docs/analysis-references.md', import.meta.url), 'utf8')
  const section = page.split('## Sorption, heat, electrochemistry and tension')[1]?.split('\n## ')[0] ?? ''
  const written = section.split('\n').filter((line) => line.startsWith('| '))
  expect(written.slice(1)).toEqual(table)
})
