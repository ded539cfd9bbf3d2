import {
  addOn,
  addOnOnce,
  amount,
  option,
  project,
  questions,
  requirementsOf,
  text,
  when,
  yesNo,
  yuan,
} from '../authoring.ts'

export const raman = project({
  slug: 'raman',
  name: '显微拉曼光谱（Raman）',
  aliases: ['拉曼', '拉曼光谱', '共聚焦拉曼', 'Raman', 'micro-Raman'],
  sketch: '325/532/633/785 nm 激光，单点、多点与面扫 mapping',
  tags: ['晶格振动', '碳材料', '面扫'],
  figure: {
    kind: 'raman',
    peaks: [
      [1350, 78, 60],
      [1582, 100, 40],
      [2700, 45, 80],
    ],
    names: ['D', 'G', '2D'],
  },
  typeId: 1,
  categoryId: 14,
  childId: 1402,
  daysFrom: 2,
  daysTo: 4,
  form: {
    fields: [
      {
        key: 'laser',
        label: '激光波长',
        kind: 'choice',
        required: true,
        initial: 'l532',
        hint: '碳材料常用 532 nm；荧光强的样品改用 785 nm',
        options: [
          option('l325', '325 nm', { charge: 'ultraviolet' }),
          option('l532', '532 nm'),
          option('l633', '633 nm'),
          option('l785', '785 nm'),
        ],
      },
      amount('from', '起始位移', 'cm⁻¹', [100, 3400], { step: 1, initial: 100 }),
      amount('to', '终止位移', 'cm⁻¹', [200, 3500], { step: 1, initial: 3500, above: 'from' }),
      amount('points', '每个样品测点数', '点', [1, 30], { step: 1, initial: 1 }),
      yesNo('sensitive', '样品怕激光（易烧蚀）', { hint: '勾选后从低功率开始' }),
      yesNo('mapping', '面扫 mapping', { price: [{ charge: 'mappingStart' }] }),
      amount('grid', '面扫点数', '点', [25, 10_000], {
        step: 1,
        ...when('mapping', true),
        price: [{ charge: 'mappingPoint' }],
      }),
      text('area', '面扫区域与步长', 100, { required: true, ...when('mapping', true), hint: '如 20×20 µm，步长 1 µm' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'point',
        label: '拉曼单点',
        basis: '点',
        unitFen: yuan(40),
        quantityField: 'points',
        leastQuantity: 1,
        perSample: true,
      },
    ],
    urgentPercent: 150,
    addOns: [
      addOn('ultraviolet', '325 nm 紫外激光', 60),
      addOnOnce('mappingStart', '面扫设置', 100),
      addOn('mappingPoint', '面扫点', 1, '点'),
    ],
  },
  content: {
    intro: ['显微拉曼以微米级光斑测量分子与晶格振动，常用于碳材料缺陷、晶型、应力与微区成分。'],
    requirements: requirementsOf({
      powder: { least: '≥ 5 mg' },
      block: { size: '高 ≤ 30 mm，测试面平整' },
      film: { size: '≥ 3×3 mm，请告知基底' },
      liquid: { least: '≥ 1 mL', size: '浓度较高的溶液' },
      fibre: { size: '长 ≥ 5 mm' },
    }),
    suitability: [
      { words: ['荧光', '染料', '量子点'], effect: 'warn', why: '荧光强的样品会淹没拉曼信号', instead: 'ftir' },
    ],
    consumed: false,
    notices: ['荧光强的样品可能得不到有效谱图，仍按点收费', '深色样品易被激光烧蚀，请勾选“怕激光”'],
    instruments: [{ name: '共聚焦显微拉曼光谱仪', note: '325/532/633/785 nm，光谱分辨率约 1 cm⁻¹' }],
    results: [
      {
        title: '拉曼谱图',
        text: '两列数据 .txt、显微照片与测点位置。',
        figure: {
          kind: 'raman',
          peaks: [
            [1350, 78, 60],
            [1582, 100, 40],
            [2700, 45, 80],
          ],
          names: ['D', 'G', '2D'],
        },
      },
    ],
    faq: questions(
      ['激光怎么选？', '一般用 532 nm；有荧光背底时改 633 或 785 nm；宽禁带半导体与共振增强可用 325 nm。'],
      ['ID/IG 会给吗？', '会在数据中给出峰强；按峰高还是峰面积计算由您决定。'],
      ['面扫怎么计费？', '设置费一次，另按点数收费；点数等于长宽方向步数相乘。'],
    ),
  },
})
