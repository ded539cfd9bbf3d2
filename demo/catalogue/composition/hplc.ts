import {
  addOn,
  addOnOnce,
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

export const hplc = project({
  slug: 'hplc',
  name: '液相色谱与液质（HPLC/LC-MS）',
  aliases: ['液相色谱', '高效液相', '液质', '液质联用', '高分辨质谱', '纯度', 'HPLC', 'LC-MS', 'HRMS', 'ESI'],
  sketch: '不挥发有机物的纯度、含量与分子量，紫外、质谱与高分辨检测',
  tags: ['纯度', '含量', '分子量'],
  figure: {
    kind: 'mass',
    lines: [
      [151, 18],
      [179, 34],
      [207, 12],
      [285, 46],
      [303, 100],
      [304, 17],
      [325, 28],
    ],
  },
  typeId: 1,
  categoryId: 19,
  childId: 1902,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('purpose', '目的', [
        option('mass', '分子量确认（高分辨质谱）', { rate: 'mass' }),
        option('purity', '纯度（面积归一）', { rate: 'purity' }),
        option('assay', '含量（外标法）', { rate: 'assay' }),
        option('unknown', '未知物分析', { quote: true }),
      ]),
      choice(
        'ionisation',
        '离子源',
        [
          option('esi', 'ESI 电喷雾'),
          option('apci', 'APCI 大气压化学电离'),
          option('maldi', 'MALDI-TOF', { charge: 'maldi' }),
        ],
        {
          ...when('purpose', 'mass'),
          hint: '极性小分子选 ESI；弱极性选 APCI；大分子选 MALDI',
        },
      ),
      choice(
        'polarity',
        '正负离子',
        [option('positive', '正离子'), option('negative', '负离子'), option('both', '均测', { charge: 'polarity' })],
        when('purpose', 'mass'),
      ),
      amount('expectedMass', '预计分子量', 'Da', [50, 200_000], { ...when('purpose', 'mass') }),
      choice(
        'method',
        '色谱方法',
        [option('given', '我提供方法'), option('develop', '由实验室开发', { charge: 'develop' })],
        when('purpose', 'purity', 'assay'),
      ),
      text('methodText', '色谱条件', 500, {
        required: true,
        multiline: true,
        ...when('method', 'given'),
        hint: '柱型、流动相与梯度、流速、柱温、检测波长',
      }),
      amount('wavelength', '检测波长', 'nm', [190, 800], {
        step: 1,
        required: false,
        ...when('purpose', 'purity', 'assay'),
      }),
      choice(
        'standard',
        '标准品',
        [option('sent', '随样寄送'), option('buy', '代为采购', { quote: true })],
        when('purpose', 'assay'),
      ),
      text('solubility', '溶解性', 100, {
        required: true,
        hint: '如 溶于甲醇与乙腈；不接受含磷酸盐等不挥发盐的质谱样',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('mass', '高分辨质谱', 120),
      perSample('purity', '液相纯度', 150),
      perSample('assay', '液相含量', 240),
    ],
    urgentPercent: 150,
    addOns: [addOn('maldi', 'MALDI-TOF', 80), addOn('polarity', '另一极性', 40), addOnOnce('develop', '方法开发', 800)],
  },
  content: {
    intro: [
      '液相色谱分离溶液中的组分，以紫外吸收定量，以高分辨质谱给出精确分子量与分子式，适合极性、热不稳定和不挥发的化合物。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 5 mg', size: '可溶于甲醇、乙腈或水' },
      block: '请提供可溶部分或提取液',
      film: '请提供提取液',
      liquid: {
        least: '≥ 1 mL',
        size: '过 0.22 µm 膜，浓度约 0.1–1 mg/mL',
        refused: '含不挥发盐、表面活性剂与高聚物的质谱样',
      },
      fibre: '请提供提取液',
    }),
    consumed: true,
    notices: ['剧毒、强致癌物请申报', '面积归一的纯度只计有紫外吸收的组分', '易降解样品请冷藏寄送并注明溶剂'],
    instruments: [
      { name: '超高效液相色谱', note: '四元泵，二极管阵列检测 190–800 nm' },
      { name: '四极杆–飞行时间质谱', note: '分辨率 40,000，质量误差 < 3 ppm' },
    ],
    results: [
      {
        title: '高分辨质谱',
        text: '实测与理论 m/z、误差 ppm、加合形式与同位素峰对照。',
        figure: {
          kind: 'mass',
          lines: [
            [437, 24],
            [438, 6],
            [455, 100],
            [456, 30],
            [477, 52],
            [493, 12],
          ],
        },
      },
      {
        title: '色谱图',
        text: '保留时间、面积与纯度。',
        figure: {
          kind: 'chromatogram',
          peaks: [
            [2.1, 6, 0.12],
            [7.4, 100, 0.16],
            [8.3, 5, 0.15],
          ],
          axis: '保留时间 / min',
        },
      },
    ],
    faq: questions(
      ['为什么看不到 [M+H]⁺？', '可能以 [M+Na]⁺、[M+NH₄]⁺ 出现，或样品难电离。请尝试负离子或 APCI。'],
      [
        '论文要求误差小于 5 ppm，怎么写？',
        '报告给出离子形式的理论值与实测值，按 HRMS (ESI) m/z: [M+H]⁺ calcd for … found … 书写即可。',
      ],
      ['纯度 99% 就没有杂质了吗？', '没有紫外吸收的杂质、溶剂和水不计入，需与核磁、水分、灰分结合。'],
    ),
  },
})
