import {
  addOn,
  amount,
  choice,
  option,
  perSample,
  project,
  questions,
  requirementsOf,
  text,
  when,
} from '../authoring.ts'

export const maldiTof = project({
  slug: 'maldi-tof',
  name: '基质辅助激光解吸飞行时间质谱（MALDI-TOF）',
  aliases: [
    '飞行时间质谱',
    '基质辅助激光解吸',
    'MALDI',
    'MALDI-TOF',
    'MALDI-TOF MS',
    '蛋白分子量',
    '多肽质谱',
    '聚合物端基',
  ],
  sketch: '多肽、蛋白、聚合物与大分子的分子量，m/z 500–200,000',
  tags: ['大分子', '聚合物端基', '多肽'],
  figure: {
    kind: 'peaks',
    peaks: [
      [1800, 36, 14],
      [1844, 70, 14],
      [1888, 100, 14],
      [1932, 72, 14],
      [1976, 38, 14],
    ],
    axis: 'm/z',
  },
  typeId: 1,
  categoryId: 19,
  childId: 1903,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('kind', '样品类型', [
        option('peptide', '多肽与蛋白'),
        option('polymer', '合成聚合物'),
        option('small', '有机分子与配合物'),
        option('nucleic', '寡核苷酸'),
      ]),
      amount('mass', '预计分子量', 'Da', [500, 200_000]),
      choice('matrix', '基质', [
        option('auto', '由工程师选择'),
        option('chca', 'CHCA（多肽，< 5 kDa）'),
        option('sa', 'SA 芥子酸（蛋白）'),
        option('dhb', 'DHB（糖与极性聚合物）'),
        option('dctb', 'DCTB（聚合物与配合物）'),
        option('hpa', '3-HPA（寡核苷酸）'),
      ]),
      choice('cation', '加合离子', [option('na', 'Na⁺'), option('k', 'K⁺'), option('ag', 'Ag⁺（聚苯乙烯等）')], {
        ...when('kind', 'polymer'),
      }),
      choice('detect', '检测模式', [
        option('linear', '线性（大于 5 kDa）'),
        { ...option('reflector', '反射（高分辨）'), upTo: { field: 'mass', most: 6000 } },
      ]),
      choice('polarity', '极性', [
        option('positive', '正离子'),
        option('negative', '负离子'),
        option('both', '均测', { charge: 'polarity' }),
      ]),
      choice('clean', '脱盐', [option('no', '不需要'), option('yes', 'C18 脱盐', { charge: 'desalting' })]),
      text('solvent', '溶剂与盐', 120, { required: true, hint: '如 溶于水，含 10 mmol/L PBS；THF 中溶解' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', 'MALDI-TOF', 120)],
    urgentPercent: 150,
    addOns: [addOn('polarity', '另一极性', 60), addOn('desalting', 'C18 脱盐', 50)],
  },
  content: {
    intro: [
      '样品与吸光的基质共结晶，激光使其解吸并多以单电荷离子化，按飞行时间得到质荷比，谱图简单，适合多肽、蛋白与聚合物。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 2 mg', size: '可溶于水、乙腈、THF 或氯仿' },
      block: '请提供可溶部分',
      film: '请溶解后送样',
      liquid: {
        least: '≥ 50 µL',
        size: '10 pmol/µL 以上，盐 < 10 mmol/L',
        refused: '含 SDS、甘油与高浓度缓冲盐的样品',
      },
      fibre: '请溶解后送样',
    }),
    suitability: [
      {
        words: ['聚乙烯', '聚丙烯', 'hdpe', 'ldpe'],
        effect: 'refuse',
        why: '聚烯烃没有可加合阳离子的基团，难以电离',
        instead: 'gpc',
      },
      {
        forms: ['block', 'film', 'fibre'],
        effect: 'warn',
        why: '不溶的样品不能与基质共结晶，请先确认溶解性',
        instead: 'solid-nmr',
      },
      { hazards: ['radioactive'], effect: 'refuse', why: '本实验室不接收放射性样品' },
    ],
    consumed: true,
    notices: [
      '分散度大于 1.2 的聚合物，MALDI 的平均分子量会偏低，须与凝胶色谱结合',
      '强度不能定量；混合物中易电离的组分会压制其他组分',
      '生物样品请低温寄送，并注明是否具传染性',
    ],
    instruments: [{ name: '基质辅助激光解吸飞行时间质谱仪', note: '355 nm 激光，线性与反射模式，内标校正 5 ppm' }],
    results: [
      {
        title: '质谱图与峰表',
        text: 'm/z、强度、加合形式与理论值对照；聚合物给出重复单元与端基质量。',
        figure: {
          kind: 'peaks',
          peaks: [
            [5733, 100, 24],
            [2867, 22, 16],
          ],
          axis: 'm/z',
        },
      },
    ],
    faq: questions(
      ['与 ESI 怎么选？', 'MALDI 多为单电荷、谱图简单、对盐较宽容；ESI 多电荷、便于接液相、质量更准。'],
      ['没有信号怎么办？', '常见原因是盐或表面活性剂过多、基质不合适或样品不溶。可脱盐、换基质或稀释后重测。'],
      ['端基质量怎么算？', '峰的 m/z 减去加合离子与整数倍重复单元，余数即两个端基的质量和。'],
    ),
  },
})
