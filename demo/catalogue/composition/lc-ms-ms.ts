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

export const lcMsMs = project({
  slug: 'lc-ms-ms',
  name: '三重四极杆液质（LC-MS/MS）',
  aliases: ['液相色谱串联质谱', '三重四极杆', '三重四级杆', '痕量有机物定量', 'LC-MS/MS', 'LCMSMS', 'MRM', 'QqQ'],
  sketch: '复杂基质中痕量有机物的定量，MRM 模式，检出可至 ng/mL 以下',
  tags: ['痕量定量', 'MRM', '内标法'],
  figure: {
    kind: 'mass',
    lines: [
      [58, 22],
      [91, 46],
      [119, 100],
      [147, 31],
      [165, 64],
      [237, 15],
    ],
  },
  typeId: 1,
  categoryId: 19,
  childId: 1902,
  daysFrom: 5,
  daysTo: 10,
  form: {
    fields: [
      choice('purpose', '目的', [
        option('quantify', '定量（MRM）', { rate: 'quantify' }),
        option('identify', '子离子谱确证', { rate: 'identify' }),
      ]),
      {
        key: 'compounds',
        label: '目标物',
        kind: 'table',
        required: true,
        most: 20,
        price: [{ charge: 'compound', free: 1 }],
        columns: [
          { key: 'name', label: '名称或 CAS 号', kind: 'text', maxLength: 80, required: true },
          { key: 'mass', label: '分子量', kind: 'number', unit: 'Da', min: 50, max: 2000, required: true },
          { key: 'expected', label: '预计浓度', kind: 'number', unit: 'ng/mL', min: 0.01, max: 1_000_000 },
        ],
      },
      choice(
        'polarity',
        '电离模式',
        [
          option('positive', 'ESI 正离子'),
          option('negative', 'ESI 负离子'),
          option('both', '正负切换', { charge: 'polarity' }),
        ],
        { hint: '含氨基的碱性物质选正离子，羧酸与酚类选负离子' },
      ),
      choice('matrix', '基质', [
        option('solvent', '纯溶剂或标准溶液'),
        option('water', '水样', { charge: 'extraction' }),
        option('plasma', '血浆、血清或尿液', { charge: 'extraction' }),
        option('tissue', '组织、食品或植物', { charge: 'extraction' }),
        option('soil', '土壤或沉积物', { charge: 'extraction' }),
      ]),
      choice(
        'calibration',
        '定量方式',
        [
          option('external', '外标法'),
          option('matrix', '基质匹配标准曲线', { charge: 'matrixCurve' }),
          option('isotope', '同位素内标法', { charge: 'matrixCurve' }),
        ],
        { ...when('purpose', 'quantify'), hint: '血浆、食品等有基质效应的样品不宜用纯溶剂外标' },
      ),
      amount('limit', '要求的定量限 LOQ', 'ng/mL', [0.01, 10_000], {
        required: false,
        ...when('purpose', 'quantify'),
        hint: '按信噪比不小于 10 且回收率合格确定',
      }),
      choice('standard', '标准品', [option('sent', '随样寄送'), option('buy', '代为采购', { quote: true })]),
      choice('method', '方法', [
        option('given', '我提供离子对与色谱条件'),
        option('develop', '由实验室建立', { charge: 'develop' }),
      ]),
      text('conditions', '离子对与色谱条件', 500, {
        required: true,
        multiline: true,
        ...when('method', 'given'),
        hint: '如 237.1→165.1（CE 25 eV）；色谱柱、流动相与梯度',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('quantify', 'MRM 定量', 180), perSample('identify', '子离子谱', 150)],
    urgentPercent: 150,
    addOns: [
      addOn('compound', '增加的目标物', 40, '种'),
      addOn('polarity', '正负切换', 60),
      addOn('extraction', '基质前处理', 120),
      addOnOnce('matrixCurve', '基质匹配或内标曲线', 300),
      addOnOnce('develop', '方法建立', 1000),
    ],
  },
  content: {
    intro: [
      '第一级四极杆选出母离子，碰撞池使其碎裂，第三级只检测特征子离子。两次选择去除了大部分基质干扰，适合药物、代谢物、农药残留与环境污染物的痕量定量。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 50 mg', size: '可溶于甲醇、乙腈或水；标明目标物的大致含量' },
      block: { least: '≥ 5 g', size: '组织或食品冷冻寄送，由我们匀浆提取' },
      film: '请提供提取液或浸出液',
      liquid: { least: '≥ 1 mL', size: '血浆与尿液 -20 ℃ 以下冷冻寄送', refused: '含不挥发盐的缓冲液（磷酸盐等）' },
      fibre: { least: '≥ 1 g', size: '剪碎，由我们提取' },
    }),
    suitability: [
      {
        words: ['聚乙烯', '聚丙烯', '聚苯乙烯', '高聚物', 'polymer'],
        effect: 'refuse',
        why: '高聚物分子量分布宽，不能用 MRM 定量',
        instead: 'gpc',
      },
      {
        only: ['H', 'He', 'N', 'O'],
        effect: 'warn',
        why: '不含碳的无机物在电喷雾下难以定量',
        instead: 'ion-chromatography',
      },
      { hazards: ['radioactive'], effect: 'refuse', why: '本实验室不接收放射性样品' },
    ],
    consumed: true,
    notices: [
      '人源样品须提供伦理批件，并说明传染性检测结果',
      '每批带空白、质控样与加标回收，回收率随数据给出',
      '未知物筛查请选高分辨质谱，三重四极杆只测指定的目标物',
    ],
    instruments: [{ name: '超高效液相–三重四极杆质谱', note: 'ESI 正负切换，m/z 5–2000，MRM 驻留时间 ≥ 1 ms' }],
    results: [
      {
        title: 'MRM 色谱图与浓度表',
        text: '定量与定性离子对、保留时间、标准曲线（r² 与权重）、浓度、回收率与定量限。',
        figure: {
          kind: 'chromatogram',
          peaks: [
            [1.8, 42, 0.08],
            [3.2, 100, 0.1],
            [4.6, 66, 0.1],
          ],
          axis: '保留时间 / min',
        },
      },
    ],
    faq: questions(
      ['与高分辨质谱怎么选？', '已知目标物、要准确浓度，选三重四极杆；要确认分子式或筛查未知物，选高分辨质谱。'],
      ['什么是基质效应？', '共流出的盐和磷脂会抑制或增强电离，使结果偏低或偏高。用基质匹配曲线或同位素内标可以校正。'],
      ['为什么要两对离子？', '一对定量，一对定性；两者的峰面积比与标准品相符，才能确认是目标物。'],
    ),
  },
})
