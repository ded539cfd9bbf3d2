import { describe, expect, it } from 'vitest'
import { elementList } from './element-rules.ts'
import { compositionOf } from './formula-rules.ts'

const elements = (text: string) => compositionOf(text)?.elements.join(' ')
const key = (text: string) => compositionOf(text)?.key
const share = (text: string, symbol: string) => compositionOf(text)?.shares?.[symbol]

describe('a composition', () => {
  it.each([
    ['Fe2O3', 'Fe O'],
    ['Fe₂O₃', 'Fe O'],
    ['LiNi0.8Co0.1Mn0.1O2', 'Co Li Mn Ni O'],
    ['CaSO4·2H2O', 'Ca H O S'],
    ['CaSO4•2H2O', 'Ca H O S'],
    ['CaSO4*0.5H2O', 'Ca H O S'],
    ['CuSO4 · 5H2O', 'Cu H O S'],
    ['Ca3(PO4)2', 'Ca O P'],
    ['K4[Fe(CN)6]', 'C Fe K N'],
    ['[Co(NH3)6]Cl3', 'Cl Co H N'],
    ['La1-xSrxMnO3', 'La Mn O Sr'],
    ['La1−xSrxMnO3', 'La Mn O Sr'],
    ['La1-x-ySrxCayMnO3-δ', 'Ca La Mn O Sr'],
    ['Ba0.5~0.7Sr0.3~0.5TiO3', 'Ba O Sr Ti'],
    ['(La0.7Sr0.3)MnO3', 'La Mn O Sr'],
    ['(La,Sr)MnO3', 'La Mn O Sr'],
    ['(C2H4)n', 'C H'],
    ['MoS2', 'Mo S'],
    ['SiC', 'C Si'],
    ['NaCl', 'Cl Na'],
    ['KOH', 'H K O'],
    ['BN', 'B N'],
    ['Co', 'Co'],
    ['CO', 'C O'],
    ['C', 'C'],
    ['Fe-18Cr-8Ni', 'Cr Fe Ni'],
    ['Ti-6Al-4V', 'Al Ti V'],
    ['TiO2/SiO2', 'O Si Ti'],
    ['SiO2、Al2O3', 'Al O Si'],
    ['ZnO，少量 CuO', 'Cu O Zn'],
    ['Fe3O4@SiO2', 'Fe O Si'],
    ['ZnO:Al', 'Al O Zn'],
    ['5%Pt/C', 'C Pt'],
    ['0.5wt%Pt/Al2O3', 'Al O Pt'],
    ['TiO2-SiO2', 'O Si Ti'],
    ['Fe 70 Cr 18 Ni 12', 'Cr Fe Ni'],
    ['Fe 70 Cr 18 Ni 12 at%', 'Cr Fe Ni'],
    ['Fe: 70%, Cr: 30%', 'Cr Fe'],
    ['氧化铁 Fe2O3', 'Fe O'],
    ['Fe2O3 粉末', 'Fe O'],
    ['氧化铁（Fe2O3）', 'Fe O'],
  ])('%s holds %s', (text, wanted) => expect(elements(text)).toBe(wanted))

  it.each([
    '',
    ' ',
    '未知',
    'PVC',
    'PAN',
    'CNC',
    'POSS',
    'steel',
    'Silicon',
    'Fe2O3 powder',
    'sample 1',
    'S-12',
    'Xx2O3',
    'fe2o3',
    'Fe2O3)',
    '(Fe2O3',
    'Fe3+',
    'Fe2O3??',
    '2Fe2O3',
    '3 号 Fe2O3',
    'A4',
    'Fe 70 Qq 30',
    'Fe 70 Fe 30',
    'x',
    `${'Fe2O3'.repeat(50)}`,
  ])('„%s“ is no formula, and nothing is guessed', (text) => expect(compositionOf(text)).toBeUndefined())

  it('is the same however it is written', () => {
    expect(key('O3Fe2')).toBe('Fe2O3')
    expect(key('Fe4O6')).toBe('Fe2O3')
    expect(key('FeOFeO2')).toBe('Fe2O3')
    expect(key('CaSO4·2H2O')).toBe(key('CaH4O6S'))
    expect(key('Ca3(PO4)2')).toBe('Ca3O8P2')
    expect(key('La1-xSrxMnO3')).toBe(key('SrxLa1-xMnO3'))
    expect(key('LiNi0.8Co0.1Mn0.1O2')).toBe('Co0.1LiMn0.1Ni0.8O2')
    expect(key('TiO2/SiO2')).toBe('')
  })

  it('tells the share of an element in atomic percent', () => {
    expect(share('Fe2O3', 'Fe')).toEqual([40, 40])
    expect(share('CaSO4·2H2O', 'H')).toEqual([33.333, 33.333])
    expect(share('La1-xSrxMnO3', 'Sr')).toEqual([0, 20])
    expect(share('La1-xSrxMnO3, x=0.1~0.3', 'Sr')).toEqual([2, 6])
    expect(share('La1-xSrxMnO3 (0≤x≤0.5)', 'La')).toEqual([10, 20])
    expect(share('La1-xSrxMnO3 (x=0.2)', 'La')).toEqual([16, 16])
    expect(share('Ba0.5~0.7Sr0.3~0.5TiO3', 'Ba')?.[0]).toBeLessThan(10.1)
    expect(share('Fe 70 Cr 18 Ni 12 at%', 'Cr')).toEqual([18, 18])
  })

  it('does not tell a share that the text does not: weight percent, percent of nothing, several phases, a variable without an end', () => {
    for (const text of ['Fe 70 Cr 30 wt%', 'Fe 70 Cr 30', 'Fe-18Cr-8Ni', 'TiO2/SiO2', 'NaxCoO2'])
      expect([text, compositionOf(text)?.shares]).toEqual([text, undefined])
  })

  it('does not hold an element of which there is none', () => {
    expect(elements('La1-xSrxMnO3 (x=0)')).toBe('La Mn O')
  })
})

describe('a list of elements', () => {
  it('is read with any comma, each element once', () => {
    expect(elementList('O, Fe、Fe；Ni')).toEqual(['Fe', 'Ni', 'O'])
  })

  it('is none when a word of it is no element', () => {
    for (const text of ['', 'Fe Qq', 'iron', 'Fe2O3']) expect(elementList(text)).toBeUndefined()
  })
})
