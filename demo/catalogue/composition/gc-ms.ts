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

export const gcMs = project({
  slug: 'gc-ms',
  name: '气相色谱质谱（GC-MS）',
  aliases: ['气质', '气质联用', '气相色谱', '气相质谱', '挥发物', '顶空', '热裂解', 'GC-MS', 'GCMS', 'Py-GC-MS'],
  sketch: '挥发与半挥发有机物的定性与定量，液体进样、顶空与热裂解',
  tags: ['有机物', '顶空', '定性'],
  figure: {
    kind: 'chromatogram',
    peaks: [
      [4.2, 34, 0.1],
      [6.8, 100, 0.12],
      [9.1, 22, 0.12],
      [11.6, 64, 0.15],
      [15.3, 12, 0.16],
    ],
    axis: '保留时间 / min',
  },
  typeId: 1,
  categoryId: 19,
  childId: 1901,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('inlet', '进样方式', [
        option('liquid', '液体进样'),
        option('headspace', '顶空', { charge: 'headspace' }),
        option('pyrolysis', '热裂解', { charge: 'pyrolysis' }),
      ]),
      amount('headspaceCelsius', '顶空平衡温度', '℃', [40, 200], {
        step: 5,
        initial: 80,
        ...when('inlet', 'headspace'),
      }),
      amount('pyrolysisCelsius', '裂解温度', '℃', [200, 900], {
        step: 10,
        initial: 600,
        ...when('inlet', 'pyrolysis'),
      }),
      choice('purpose', '目的', [
        option('qualitative', '未知物定性（NIST 检索）', { rate: 'qualitative' }),
        option('quantitative', '目标物定量', { rate: 'quantitative' }),
      ]),
      {
        key: 'targets',
        label: '目标物',
        kind: 'table',
        required: true,
        most: 20,
        ...when('purpose', 'quantitative'),
        price: [{ charge: 'target', free: 1 }],
        columns: [
          { key: 'name', label: '名称', kind: 'text', maxLength: 60, required: true },
          { key: 'cas', label: 'CAS 号', kind: 'text', maxLength: 20 },
          { key: 'ppm', label: '预计含量', kind: 'number', unit: 'mg/L', min: 0, max: 1_000_000 },
        ],
      },
      choice('column', '色谱柱', [
        option('five', '5% 苯基（弱极性，通用）'),
        option('wax', '聚乙二醇（强极性）'),
        option('auto', '由工程师选择'),
      ]),
      choice(
        'solvent',
        '溶剂',
        [
          option('dcm', '二氯甲烷'),
          option('hexane', '正己烷'),
          option('ethyl', '乙酸乙酯'),
          option('methanol', '甲醇'),
          option('other', '其他'),
        ],
        { ...when('inlet', 'liquid'), hint: '不接受水溶液、DMSO 与 DMF，请先萃取' },
      ),
      text('otherSolvent', '溶剂名称', 40, { required: true, ...when('solvent', 'other') }),
      choices('preparation', '前处理', [
        option('extract', '萃取', { charge: 'extract' }),
        option('derivative', '衍生化', { charge: 'derivative' }),
      ]),
      text('information', '已知信息', 300, {
        multiline: true,
        required: true,
        hint: '可能的成分、沸点与来源；高沸点、离子型化合物不适合气质',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('qualitative', '定性分析', 200), perSample('quantitative', '定量分析（含 1 个目标物）', 260)],
    urgentPercent: 150,
    addOns: [
      addOn('headspace', '顶空进样', 60),
      addOn('pyrolysis', '热裂解', 150),
      addOn('extract', '萃取', 80),
      addOn('derivative', '衍生化', 120),
      addOn('target', '加测目标物', 60, '种'),
    ],
  },
  content: {
    intro: [
      '气相色谱把挥发性有机物分开，质谱给出每个组分的碎片图，与谱库比对定性，以标准品外标或内标定量。适合沸点低于约 350 ℃、热稳定的化合物。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 0.5 g', note: '顶空、热裂解直接测；液体进样须先萃取' },
      block: { least: '≥ 0.5 g', size: '可剪碎或粉碎', note: '热裂解每次约 0.2 mg' },
      film: { least: '≥ 0.5 g' },
      liquid: { least: '≥ 2 mL', size: '澄清、无水、无盐，进样浓度约 1–100 mg/L', refused: '水溶液、强酸强碱' },
      fibre: { least: '≥ 0.5 g' },
    }),
    suitability: [
      { words: ['聚合物', '蛋白', '多糖', '无机盐'], effect: 'refuse', why: '不能汽化的样品不能进样', instead: 'hplc' },
    ],
    consumed: true,
    notices: [
      '谱库匹配度只说明相似，异构体须用标准品确认',
      '含强酸、硅油、高聚物的溶液会损坏色谱柱',
      '标准品由我们采购时费用另计',
    ],
    instruments: [{ name: '气相色谱–单四极杆质谱', note: 'EI 70 eV，m/z 1.5–1050；顶空进样器、热裂解器' }],
    results: [
      {
        title: '总离子流图',
        text: '保留时间、峰面积百分比与前五位检索结果。',
        figure: {
          kind: 'chromatogram',
          peaks: [
            [3.6, 20, 0.1],
            [5.2, 100, 0.11],
            [12.8, 55, 0.14],
          ],
          axis: '保留时间 / min',
        },
      },
      {
        title: '质谱图',
        text: '各组分 EI 质谱与谱库对照。',
        figure: {
          kind: 'mass',
          lines: [
            [39, 14],
            [51, 12],
            [65, 16],
            [77, 22],
            [91, 100],
            [92, 58],
            [106, 9],
          ],
        },
      },
    ],
    faq: questions(
      ['面积百分比是含量吗？', '不是。不同化合物响应不同，面积归一只作粗略比较；含量须用标准品做曲线。'],
      ['检索匹配度 80% 可信吗？', '90 以上且保留指数相符较可信；80 左右常有多个同分异构体，应视为类别判断。'],
      ['水样能测吗？', '挥发物可以用顶空；其他须液液萃取或固相萃取到有机溶剂中。'],
    ),
  },
})
