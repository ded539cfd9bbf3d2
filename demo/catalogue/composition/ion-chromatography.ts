import { addOn, choice, choices, option, project, questions, requirementsOf, text, when, yuan } from '../authoring.ts'

export const ionChromatography = project({
  slug: 'ion-chromatography',
  name: '离子色谱（IC）',
  aliases: ['离子色谱', '阴离子', '阳离子', '氟离子', '氯离子', '硫酸根', '硝酸根', '氧弹燃烧', 'IC'],
  sketch: '水溶液中常见阴阳离子，固体经氧弹燃烧测卤素与硫',
  tags: ['阴离子', '卤素', '痕量'],
  figure: {
    kind: 'chromatogram',
    peaks: [
      [3.4, 30, 0.12],
      [4.9, 100, 0.15],
      [6, 20, 0.16],
      [7.4, 44, 0.18],
      [9.6, 26, 0.22],
      [12.2, 62, 0.26],
    ],
    axis: '保留时间 / min',
  },
  typeId: 1,
  categoryId: 19,
  childId: 1904,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choices(
        'ions',
        '待测离子',
        [
          option('f', 'F⁻'),
          option('cl', 'Cl⁻'),
          option('no2', 'NO₂⁻'),
          option('br', 'Br⁻'),
          option('no3', 'NO₃⁻'),
          option('po4', 'PO₄³⁻'),
          option('so4', 'SO₄²⁻'),
          option('li', 'Li⁺', { charge: 'cation' }),
          option('na', 'Na⁺', { charge: 'cation' }),
          option('nh4', 'NH₄⁺', { charge: 'cation' }),
          option('k', 'K⁺', { charge: 'cation' }),
          option('mg', 'Mg²⁺', { charge: 'cation' }),
          option('ca', 'Ca²⁺', { charge: 'cation' }),
        ],
        { required: true, initial: ['cl'], hint: '至少按 2 种计费；阴、阳离子须分两次进样' },
      ),
      text('expected', '预计浓度', 100, { required: true, hint: '如 Cl⁻ 约 50 mg/L；高盐样品请写总盐量' }),
      choice('preparation', '前处理', [
        option('ready', '澄清水溶液'),
        option('leach', '水浸提', { charge: 'leach' }),
        option('bomb', '氧弹燃烧', { charge: 'bomb' }),
      ]),
      text('leaching', '浸提条件', 100, {
        ...when('preparation', 'leach'),
        hint: '固液比、时间与温度；不填按 1:10、30 min、超声',
      }),
      choice(
        'organic',
        '是否含有机溶剂或重金属',
        [option('no', '不含'), option('yes', '含有', { charge: 'cleanup' })],
        {
          hint: '会污染分离柱，须过净化小柱',
        },
      ),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'ion',
        label: '离子测定',
        basis: '离子',
        unitFen: yuan(40),
        quantityField: 'ions',
        leastQuantity: 2,
        perSample: true,
      },
    ],
    urgentPercent: 150,
    addOns: [
      addOn('cation', '阳离子分离柱', 10, '种'),
      addOn('leach', '水浸提', 40),
      addOn('bomb', '氧弹燃烧', 120),
      addOn('cleanup', '净化小柱', 30),
    ],
  },
  content: {
    intro: [
      '离子在交换柱上按电荷与水合半径分离，抑制后以电导检测，检出限可到 µg/L。固体中的氟、氯、溴、硫经氧弹燃烧转为离子后测定。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 1 g（氧弹 ≥ 0.5 g）' },
      block: { least: '≥ 1 g', size: '可粉碎' },
      film: { least: '≥ 0.5 g' },
      liquid: { least: '≥ 10 mL', size: '澄清，过 0.22 µm 膜，聚丙烯瓶装', refused: '有机溶液、强酸强碱原液' },
      fibre: { least: '≥ 1 g' },
    }),
    consumed: true,
    notices: [
      '容器请用超纯水荡洗，勿用手触瓶口，玻璃瓶会溶出钠',
      '亚硝酸根、亚硫酸根不稳定，请冷藏并尽快寄送',
      '超出曲线会稀释后重测',
    ],
    instruments: [
      { name: '离子色谱仪', note: '阴、阳离子双通道，自动抑制，电导检测' },
      { name: '氧弹燃烧仪', note: '3 MPa 氧气，碱液吸收' },
    ],
    results: [
      {
        title: '离子浓度',
        text: '各离子浓度、检出限、相关系数与色谱图；固体换算为 mg/kg。',
        figure: {
          kind: 'chromatogram',
          peaks: [
            [3.4, 12, 0.12],
            [4.9, 100, 0.15],
            [12.2, 40, 0.26],
          ],
          axis: '保留时间 / min',
        },
      },
    ],
    faq: questions(
      ['氟离子峰和水负峰重叠怎么办？', '改用弱淋洗液或梯度，使氟离子保留更久；低于 0.1 mg/L 的氟请在备注中说明。'],
      ['ICP 和离子色谱测钠哪个好？', '溶液中 mg/L 级两者都可以；需区分形态（如 NO₂⁻ 与 NO₃⁻）只能用离子色谱。'],
      ['固体里的氯怎么测？', '水溶性氯用水浸提，总氯须氧弹燃烧，两者含义不同，请按标准选择。'],
    ),
  },
})
