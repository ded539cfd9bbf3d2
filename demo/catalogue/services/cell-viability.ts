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
  yesNo,
} from '../authoring.ts'

export const cellViability = project({
  slug: 'cell-viability',
  name: '细胞活力与毒性（CCK-8）',
  aliases: ['CCK-8', 'CCK8', '细胞毒性', '细胞增殖', '细胞活性', '生物相容性', 'MTT', 'IC50', 'cell viability'],
  sketch: '材料或药物作用于细胞后的存活率、增殖曲线与 IC50',
  tags: ['细胞毒性', '生物相容性', 'IC50'],
  figure: { kind: 'bars', labels: ['0', '12.5', '25', '50', '100', '200'], values: [100, 97, 88, 64, 37, 15] },
  typeId: 1,
  categoryId: 61,
  childId: 6101,
  daysFrom: 7,
  daysTo: 14,
  form: {
    fields: [
      choice('line', '细胞系', [
        option('l929', 'L929 小鼠成纤维细胞（GB/T 16886.5 推荐）'),
        option('hela', 'HeLa 人宫颈癌细胞'),
        option('hepg2', 'HepG2 人肝癌细胞'),
        option('mc3t3', 'MC3T3-E1 小鼠成骨前体细胞'),
        option('own', '客户提供的细胞', { charge: 'line' }),
      ]),
      text('ownLine', '细胞名称、来源与代次', 120, {
        required: true,
        ...when('line', 'own'),
        hint: '须为支原体阴性，并附鉴定结果',
      }),
      choice('way', '给样方式', [
        option('extract', '浸提液（材料）', { charge: 'extract' }),
        option('direct', '溶液或分散液直接加入'),
        option('contact', '材料与细胞直接接触', { charge: 'contact' }),
      ]),
      choice('doses', '浓度数', [
        option('one', '1 个浓度', { rate: 'one' }),
        option('five', '5 个浓度（求 IC50）', { rate: 'five' }),
        option('eight', '8 个浓度（求 IC50）', { rate: 'eight' }),
      ]),
      amount('highest', '最高浓度', 'µg/mL', [0.01, 5000], { step: 0.01, ...when('way', 'direct') }),
      text('solvent', '溶剂', 80, { required: true, ...when('way', 'direct'), hint: 'DMSO 终浓度不超过 0.1%' }),
      choice('hours', '作用时间', [
        option('h24', '24 小时'),
        option('h48', '48 小时'),
        option('h72', '72 小时'),
        option('all', '24、48、72 小时', { charge: 'times' }),
      ]),
      choice('sterilise', '灭菌方法', [
        option('uv', '紫外照射'),
        option('filter', '0.22 µm 过滤'),
        option('autoclave', '高压蒸汽'),
        option('done', '已灭菌'),
      ]),
      yesNo('safe', '样品不含病原体、放射性物质与管制药品', { required: true }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('one', '1 个浓度（6 个复孔）', 300),
      perSample('five', '5 个浓度（各 6 个复孔）', 800),
      perSample('eight', '8 个浓度（各 6 个复孔）', 1100),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('line', '客户细胞的复苏与传代', 600),
      addOn('extract', '制备浸提液', 120),
      addOn('contact', '直接接触法', 150),
      addOn('times', '另两个时间点', 500),
    ],
  },
  content: {
    intro: [
      'CCK-8 中的 WST-8 被活细胞的脱氢酶还原为水溶性的橙黄色甲臜，450 nm 吸光度与活细胞数成正比，据此求存活率、增殖曲线与半数抑制浓度（IC50）。',
      '每批带空白、阴性对照（不加样品）与阳性对照。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '可溶或可均匀分散', refused: '未知成分的生物样品' },
      block: { least: '3 块', size: '直径 14 mm 或 10×10 mm，可灭菌', note: '浸提按 3 cm²/mL 或 0.1 g/mL' },
      film: { least: '3 片', size: '直径 14 mm 或 10×10 mm', note: '请标明接触细胞的一面' },
      liquid: { least: '≥ 1 mL', size: '写明浓度与溶剂，避光低温寄送' },
      fibre: { least: '≥ 0.2 g', size: '可灭菌，按浸提液法' },
    }),
    suitability: [
      { hazards: ['radioactive'], effect: 'refuse', why: '本实验室不接收放射性样品' },
      {
        words: ['病原', '病毒', '细菌', '血清', '血液'],
        effect: 'refuse',
        why: '本实验室为生物安全一级，不接收可能含病原体的样品',
      },
      {
        words: ['还原', '抗坏血酸', '维生素 C', '硼氢化钠'],
        effect: 'warn',
        why: '还原性物质会直接还原 WST-8，须加不含细胞的对照',
      },
    ],
    consumed: true,
    notices: [
      '有色或在 450 nm 有吸收的样品须做无细胞对照，已含在价格内',
      '纳米颗粒会沉降并吸附染料，请提供分散方法与粒径',
      '结果供科研使用，不能代替医疗器械注册检验',
    ],
    instruments: [
      { name: '多功能酶标仪', note: '450 nm，参比 650 nm' },
      { name: '二氧化碳培养箱与生物安全柜', note: '37 ℃，5% CO₂' },
    ],
    results: [
      {
        title: '存活率与 IC50',
        text: '各孔吸光度、存活率的平均值与标准偏差、柱状图；多浓度时给出四参数拟合曲线与 IC50。',
        figure: { kind: 'bars', labels: ['阴性', '25%', '50%', '100%', '阳性'], values: [100, 98, 95, 91, 12] },
      },
    ],
    faq: questions(
      ['存活率多少算无毒？', '按 GB/T 16886.5，浸提液 100% 浓度下存活率不低于 70% 视为无细胞毒性潜能。'],
      [
        'CCK-8 与 MTT 有什么不同？',
        'CCK-8 的产物溶于水，不需溶解结晶，灵敏度高且对细胞毒性小，读数后细胞还可继续培养。',
      ],
      ['IC50 需要几个浓度？', '至少 5 个，且要覆盖存活率 20% 至 80% 的范围；不确定时先做一次 10 倍梯度的预试验。'],
    ),
  },
})
