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

export const afm = project({
  slug: 'afm',
  name: '原子力显微镜（AFM）',
  aliases: [
    '原子力显微镜',
    '原子力',
    '表面粗糙度',
    '台阶高度',
    'AFM',
    'KPFM',
    'PFM',
    'MFM',
    'C-AFM',
    'atomic force microscope',
  ],
  sketch: '三维形貌、粗糙度与台阶高度，可测表面电势、压电、磁力与模量',
  tags: ['粗糙度', '台阶高度', '表面电势'],
  figure: { kind: 'heights', range: 18, grain: 0.035 },
  typeId: 1,
  categoryId: 31,
  childId: 3103,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('mode', '测试模式', [
        option('tapping', '轻敲模式形貌'),
        option('contact', '接触模式形貌'),
        option('kpfm', '表面电势 KPFM', { charge: 'electrical' }),
        option('pfm', '压电响应 PFM', { charge: 'electrical' }),
        option('mfm', '磁力 MFM', { charge: 'electrical' }),
        option('conductive', '导电 C-AFM', { charge: 'electrical' }),
        option('modulus', '模量成像', { charge: 'modulus' }),
      ]),
      choices(
        'sizes',
        '扫描范围',
        [
          option('s1', '1×1 µm'),
          option('s5', '5×5 µm'),
          option('s10', '10×10 µm'),
          option('s30', '30×30 µm'),
          option('s80', '80×80 µm'),
        ],
        { required: true, initial: ['s5'], most: 3, hint: '每个样品含 3 张图，可选不同范围或不同位置' },
      ),
      amount('roughness', '预计起伏', 'nm', [0.1, 5000], { hint: '最大起伏须小于 5 µm；不清楚请先做台阶仪或电镜' }),
      choices(
        'analysis',
        '数据处理',
        [option('roughness', '粗糙度 Ra、Rq'), option('step', '台阶或片层高度'), option('three', '三维图')],
        { initial: ['roughness'] },
      ),
      choice('preparation', '制样', [
        option('ready', '薄膜或块体直接测'),
        option('drop', '分散滴在云母或硅片上', { charge: 'drop' }),
      ]),
      choice('base', '基底', [option('mica', '新解理云母'), option('silicon', '硅片')], when('preparation', 'drop')),
      amount('bias', '样品偏压', 'V', [-10, 10], {
        step: 0.1,
        ...when('mode', 'kpfm', 'pfm', 'conductive'),
        initial: 0,
      }),
      text('focus', '关注的位置与参考', 300, { multiline: true }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '形貌（3 张图）', 180)],
    urgentPercent: 150,
    addOns: [
      addOn('electrical', '电学或磁学模式', 150),
      addOn('modulus', '模量成像', 200),
      addOn('drop', '滴样制备', 30),
    ],
  },
  content: {
    intro: [
      '用微悬臂末端的针尖逐点扫描表面，纵向分辨率可达 0.1 nm，给出三维形貌、粗糙度与台阶高度，并可同步测量电势、压电、磁与力学性质的分布。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 5 mg', size: '可分散成单层，粒径 < 1 µm', refused: '在溶剂中团聚不散的粉末' },
      block: { size: '≤ 20×20×8 mm，测试面抛光，起伏 < 5 µm', note: '上下面平行' },
      film: { size: '5×5 mm 至 20×20 mm，标明正反面' },
      liquid: { least: '≥ 0.5 mL', size: '浓度约 0.01 mg/mL，无盐无表面活性剂' },
      fibre: '起伏过大，请先铺成平整薄膜',
    }),
    suitability: [
      { words: ['含水', '水凝胶', '粉末未固定'], effect: 'warn', why: '含水或未固定的样品会污染探针，图像可能有拖尾' },
    ],
    consumed: false,
    notices: [
      '电学模式须有导电通路：背面镀金属或用导电基底',
      '表面发粘或含水的样品会污染针尖，请先联系',
      '针尖展宽使横向尺寸偏大，颗粒大小以高度为准',
    ],
    instruments: [{ name: '原子力显微镜', note: '扫描范围 90×90×10 µm，Z 噪声 < 0.05 nm；KPFM、PFM、MFM、C-AFM 模块' }],
    results: [
      {
        title: '高度图与剖线',
        text: '原始文件、平整后的高度图、剖线与粗糙度统计。',
        figure: { kind: 'heights', range: 3.2, grain: 0.012, ridge: true },
      },
    ],
    faq: questions(
      ['AFM 和 SEM 怎么选？', '要高度、粗糙度或样品不导电选 AFM；要大视场、看断口与成分选 SEM。'],
      [
        '石墨烯片厚度为什么测出来偏厚？',
        '片与基底之间常有 0.3–0.5 nm 的吸附层，单层实测多为 0.7–1.2 nm，应结合拉曼判断层数。',
      ],
      ['图上有平行条纹是什么？', '多为针尖污染或反馈参数不当，也可能是激光干涉。交付前会检查并重扫。'],
    ),
  },
})
