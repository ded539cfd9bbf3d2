import {
  addOn,
  amount,
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

export const tofSims = project({
  slug: 'tof-sims',
  name: '飞行时间二次离子质谱（ToF-SIMS）',
  aliases: [
    '二次离子质谱',
    '飞行时间质谱',
    '深度剖析',
    '三维成像',
    'SIMS',
    'ToF-SIMS',
    'TOFSIMS',
    'secondary ion mass spectrometry',
  ],
  sketch: '表面 1–2 nm 的分子与元素，含氢锂，可做离子像与深度剖析',
  tags: ['表面分子', '离子像', '深度剖析'],
  figure: {
    kind: 'mass',
    lines: [
      [12, 12],
      [27, 44],
      [41, 62],
      [55, 70],
      [69, 48],
      [91, 100],
      [115, 26],
    ],
  },
  typeId: 1,
  categoryId: 12,
  childId: 1202,
  daysFrom: 6,
  daysTo: 10,
  form: {
    fields: [
      choice('mode', '测试模式', [
        option('spectrum', '表面质谱', { rate: 'spectrum' }),
        option('image', '离子像', { rate: 'image' }),
        option('depth', '深度剖析', { rate: 'depth' }),
        option('volume', '三维成像', { quote: true }),
      ]),
      choice('polarity', '极性', [
        option('positive', '正离子（金属与有机阳离子）'),
        option('negative', '负离子（卤素、氧、硫）'),
        option('both', '两种极性', { charge: 'polarity' }),
      ]),
      amount('area', '分析区边长', 'µm', [10, 500], { initial: 200 }),
      choice(
        'sputter',
        '溅射源',
        [
          { ...option('cs', 'Cs⁺（负离子，电负性元素）'), ...when('polarity', 'negative') },
          { ...option('o2', 'O₂⁺（正离子，电正性元素）'), ...when('polarity', 'positive') },
          option('cluster', 'Ar 团簇（有机层）', { charge: 'cluster' }),
        ],
        {
          ...when('mode', 'depth'),
          initial: 'cluster',
          hint: '有机物用团簇离子，保留分子峰；无机膜按所测元素选 Cs⁺ 或 O₂⁺',
        },
      ),
      amount('depth', '剖析深度', 'nm', [5, 3000], { ...when('mode', 'depth'), initial: 200 }),
      text('layers', '层结构', 200, {
        required: true,
        ...when('mode', 'depth'),
        hint: '自表面向下写出各层材料与厚度，以换算溅射速率',
      }),
      choices(
        'targets',
        '关注成分',
        [
          option('element', '元素与同位素'),
          option('organic', '有机物碎片与分子离子'),
          option('contaminant', '污染物鉴别', { charge: 'search' }),
        ],
        { required: true, initial: ['element'] },
      ),
      choice('conductive', '导电性', [option('yes', '导体或半导体'), option('no', '绝缘体（电子中和）')]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('spectrum', '表面质谱', 500),
      perSample('image', '离子像', 700),
      perSample('depth', '深度剖析', 1000),
    ],
    urgentPercent: 150,
    addOns: [addOn('polarity', '另一极性', 300), addOn('cluster', '团簇溅射', 300), addOn('search', '污染物检索', 200)],
  },
  content: {
    intro: [
      '脉冲铋离子轰击表面，溅出的二次离子按飞行时间分开，给出最外 1–2 nm 的元素、同位素与分子碎片，灵敏度达 ppm 量级，是能谱与光电子能谱的补充。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 10 mg', size: '压在铟箔上或压片' },
      block: { size: '≤ 10×10×5 mm，测试面平整', note: '勿用手接触，勿用含硅油的袋子' },
      film: { size: '10×10 mm，标明正面' },
      liquid: '请滴干在硅片上送样',
      fibre: { least: '≥ 5 根', size: '绷紧固定' },
    }),
    suitability: [
      {
        words: ['硅油', '增塑剂', '油污'],
        effect: 'warn',
        why: '硅油与增塑剂会在表面铺展，掩盖其余信号，请说明来源',
        instead: 'ftir',
      },
      { forms: ['liquid'], effect: 'refuse', why: '液体不能进入超高真空', instead: 'lc-ms-ms' },
      { hazards: ['radioactive'], effect: 'refuse', why: '本实验室不接收放射性样品' },
      { hazards: ['air_sensitive'], effect: 'warn', why: '装样会接触空气；须真空转移请先联系', instead: 'xps' },
    ],
    consumed: true,
    notices: [
      '强度受基体影响，不同材料间不能直接比含量，定量须有标样',
      '样品须用洁净铝箔或玻片盒包装，避免塑料袋中的硅油与增塑剂',
      '深度按溅射时间换算，需要弧坑深度或标样膜校正',
    ],
    instruments: [
      { name: '飞行时间二次离子质谱仪', note: '30 kV Bi₃⁺⁺ 分析源，Cs⁺、O₂⁺ 与 Ar 团簇溅射，质量分辨率 > 10,000' },
    ],
    results: [
      {
        title: '质谱、离子像与剖析曲线',
        text: '峰表（m/z、归属与强度）、各离子像与深度曲线，原始数据可再处理。',
        figure: { kind: 'maps', labels: ['Li⁺', 'F⁻', 'PO₃⁻', 'C₂H⁻'] },
      },
    ],
    faq: questions(
      ['与 XPS 怎么选？', 'XPS 给出元素含量与价态，可定量；ToF-SIMS 灵敏得多，能看分子与氢、锂，但不宜直接定量。'],
      ['能测锂吗？', '能，锂的二次离子产额很高，适合电极界面与 SEI。'],
      ['为什么深度剖析会“拖尾”？', '溅射混合、弧坑不平与表面粗糙都会使界面变宽。表面粗糙度最好小于 5 nm。'],
    ),
  },
})
