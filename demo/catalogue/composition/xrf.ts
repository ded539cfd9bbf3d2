import {
  addOn,
  choice,
  choices,
  option,
  perSample,
  project,
  questions,
  requirementsOf,
  text,
  when,
} from '../authoring.ts'

export const xrf = project({
  slug: 'xrf',
  name: 'X 射线荧光光谱（XRF）',
  aliases: ['X射线荧光', '荧光光谱', '全元素半定量', '氧化物全分析', 'XRF', 'WDXRF', 'X-ray fluorescence'],
  sketch: '无需消解的主次量元素分析，B–U 半定量全扫与熔片定量',
  tags: ['主量元素', '全扫', '无损'],
  figure: {
    kind: 'peaks',
    peaks: [
      [1.74, 46, 0.1],
      [3.69, 64, 0.11],
      [4.51, 18, 0.11],
      [6.4, 100, 0.13],
      [7.06, 18, 0.13],
      [8.05, 22, 0.14],
    ],
    axis: '能量 / keV',
  },
  typeId: 1,
  categoryId: 17,
  childId: 1703,
  daysFrom: 2,
  daysTo: 4,
  form: {
    fields: [
      choice('mode', '方法', [
        option('scan', '全元素半定量（无标样）', { rate: 'scan' }),
        option('fusion', '熔片定量（硅酸盐、氧化物）', { rate: 'fusion' }),
      ]),
      choice('result', '结果形式', [option('oxide', '氧化物'), option('element', '单质')]),
      choice(
        'preparation',
        '制样',
        [option('press', '粉末压片'), option('loose', '松散粉末（膜底）'), option('solid', '块体直接测')],
        when('mode', 'scan'),
      ),
      choices(
        'oxides',
        '定量组分',
        [
          option('si', 'SiO₂'),
          option('al', 'Al₂O₃'),
          option('fe', 'Fe₂O₃'),
          option('ca', 'CaO'),
          option('mg', 'MgO'),
          option('k', 'K₂O'),
          option('na', 'Na₂O'),
          option('ti', 'TiO₂'),
          option('p', 'P₂O₅'),
          option('mn', 'MnO'),
        ],
        { required: true, ...when('mode', 'fusion') },
      ),
      choice('ignition', '烧失量', [option('none', '不测'), option('loi', '加测烧失量（1000 ℃）', { charge: 'loi' })]),
      text('contains', '大致组成', 200, { required: true, hint: '含硫化物、金属粉、碳会损坏铂坩埚，不能熔片' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('scan', '半定量全扫', 100), perSample('fusion', '熔片定量', 220)],
    urgentPercent: 150,
    addOns: [addOn('loi', '烧失量', 50)],
  },
  content: {
    intro: [
      '以 X 射线激发样品，由各元素特征荧光的强度得到含量。无需溶样，几分钟可扫描硼到铀之间的元素，含量范围从 ppm 级到 100%。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 4 g（少量样 ≥ 0.5 g，用膜底）', size: '磨至 200 目，干燥' },
      block: { size: 'Φ10–45 mm，厚 ≤ 30 mm，测试面平整' },
      film: { size: '≥ Φ10 mm', note: '薄膜须注明厚度与基底，结果为面密度或相对值' },
      liquid: { least: '≥ 10 mL', refused: '强酸、挥发性液体', note: '液体杯氦气氛，轻元素检出限变差' },
      fibre: { least: '≥ 4 g', size: '可压片' },
    }),
    suitability: [
      {
        only: ['H', 'C', 'N', 'O'],
        effect: 'refuse',
        why: '只含 H、C、N、O 的有机物用荧光测不出组成',
        instead: 'elemental-analysis',
      },
    ],
    consumed: false,
    notices: [
      '半定量结果默认归一到 100%，含碳、水等未测组分时请勾选烧失量',
      '原子序数小于硼的元素（H–Be）不能测；钠、氟等轻元素误差较大',
      '熔片消耗样品约 1 g',
    ],
    instruments: [{ name: '波长色散 X 射线荧光光谱仪', note: '4 kW 铑靶，B–U；自动熔样机' }],
    results: [
      {
        title: '组成报告',
        text: '各组分质量百分数、谱线强度与归一方式说明。',
        figure: { kind: 'bars', labels: ['SiO₂', 'Al₂O₃', 'Fe₂O₃', 'CaO', 'MgO'], values: [58, 17, 7, 6, 3] },
      },
    ],
    faq: questions(
      ['XRF 和 ICP 怎么选？', '不清楚有什么元素、要快速看全貌选 XRF；要 ppm 以下或准确含量选 ICP。'],
      ['半定量误差多大？', '主量元素相对误差约 5–10%，低于 0.1% 的元素只作参考。'],
      ['为什么结果加和正好 100%？', '半定量软件按归一处理，未测的碳、水等被分摊，请同时测烧失量后换算。'],
    ),
  },
})
