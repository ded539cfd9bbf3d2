import { addOn, choice, option, project, questions, requirementsOf, text, when, yesNo, yuan } from '../authoring.ts'

export const icp = project({
  slug: 'icp',
  name: '电感耦合等离子体元素分析（ICP-OES/MS）',
  aliases: ['ICP', 'ICP-OES', 'ICP-MS', 'ICP-AES', '等离子体发射光谱', '等离子体质谱', '元素含量', '痕量元素'],
  sketch: '从主量到 ppb 的多元素定量，含酸消解、微波消解与碱熔',
  tags: ['元素含量', '痕量', '消解'],
  figure: { kind: 'bars', labels: ['Li', 'Ni', 'Co', 'Mn', 'Na', 'Fe'], values: [22, 100, 38, 36, 6, 3] },
  typeId: 1,
  categoryId: 17,
  childId: 1701,
  daysFrom: 5,
  daysTo: 7,
  form: {
    fields: [
      {
        key: 'elements',
        label: '测定元素',
        kind: 'elements',
        required: true,
        least: 1,
        most: 40,
        refused: ['H', 'He', 'C', 'N', 'O', 'F', 'Ne', 'Cl', 'Ar', 'Kr', 'Xe', 'Rn', 'Tc', 'Po', 'At', 'Fr', 'Ra'],
        hint: '至少按 3 个元素计费；碳、氮、氧、氟、氯、稀有气体与放射性元素不能用本方法测定',
      },
      choice('method', '方法', [
        option('oes', 'ICP-OES（ppm 至百分含量）'),
        option('ms', 'ICP-MS（ppb 至 ppm）', { charge: 'massSpectrometry' }),
        option('auto', '由工程师按含量选择'),
      ]),
      text('expected', '预计含量', 100, {
        required: true,
        hint: '如 Ni 约 30%，Fe < 50 ppm；超出线性范围会影响结果与仪器',
      }),
      {
        key: 'digestion',
        label: '前处理',
        kind: 'choice',
        required: true,
        initial: 'acid',
        options: [
          option('done', '已消解的澄清溶液'),
          option('acid', '酸消解（电热板）', { charge: 'digestion' }),
          option('microwave', '微波消解', { charge: 'digestion' }),
          option('fusion', '碱熔', { charge: 'fusion' }),
        ],
      },
      text('matrix', '溶液介质', 60, {
        required: true,
        ...when('digestion', 'done'),
        hint: '如 2% HNO₃；不接受有机溶剂与含氢氟酸的溶液',
      }),
      choice('parallel', '平行样数', [option('one', '1 次'), option('two', '2 次', { charge: 'parallel' })]),
      yesNo('blank', '随送空白', { hint: '已消解溶液请附同批空白' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'element',
        label: '元素测定',
        basis: '元素',
        unitFen: yuan(40),
        quantityField: 'elements',
        leastQuantity: 3,
        perSample: true,
      },
    ],
    urgentPercent: 150,
    addOns: [
      addOn('digestion', '消解', 80),
      addOn('fusion', '碱熔', 120),
      addOn('massSpectrometry', 'ICP-MS', 60),
      addOn('parallel', '平行样', 100),
    ],
  },
  content: {
    intro: [
      '样品消解成溶液后进入高温等离子体，由发射谱线强度（OES）或离子质量（MS）定量，一次可测数十种元素。',
      '结果以固体中的质量分数或溶液中的质量浓度给出，附检出限与回收率。',
    ],
    requirements: requirementsOf({
      powder: { least: '0.1–0.5 g', size: '均匀、干燥' },
      block: { least: '≥ 0.5 g', size: '可切屑或研磨' },
      film: { least: '≥ 0.1 g（不含基底）', note: '带基底的请说明是否一起消解' },
      liquid: { least: '10–25 mL', size: '澄清', refused: '含有机溶剂、氢氟酸、悬浮物的溶液' },
      fibre: { least: '0.1–0.5 g' },
    }),
    suitability: [
      {
        only: ['H', 'C', 'N', 'O', 'F', 'Cl'],
        effect: 'refuse',
        why: 'H、C、N、O、F、Cl 不能用本方法定量',
        instead: 'elemental-analysis',
      },
    ],
    consumed: true,
    notices: [
      '样品在消解中消耗，不能退回',
      '含氟、汞、锇或遇酸放毒气的样品请申报',
      '贵金属与难溶氧化物可能需碱熔，费用另计',
    ],
    instruments: [
      { name: '全谱直读 ICP-OES', note: '轴向与径向双向观测' },
      { name: '四极杆 ICP-MS', note: '碰撞反应池' },
      { name: '微波消解仪', note: '40 位，最高 230 ℃' },
    ],
    results: [
      {
        title: '含量报告',
        text: '各元素含量、检出限、标准曲线相关系数与稀释倍数。',
        figure: { kind: 'bars', labels: ['Li', 'Ni', 'Co', 'Mn', 'Na', 'Fe'], values: [24, 62, 100, 30, 8, 5] },
      },
    ],
    faq: questions(
      ['OES 和 MS 怎么选？', '含量高于约 10 ppm（固体）选 OES；低于 1 ppm 选 MS；不清楚时选“由工程师按含量选择”。'],
      ['为什么至少按 3 个元素计费？', '标准曲线、质控与清洗的工作量与元素数关系不大，因此设最低 3 个元素。'],
      ['能测硅吗？', '可以，但硅易挥发或沉淀，需氢氟酸或碱熔，请在备注中说明并选择碱熔。'],
      ['加和不是 100% 正常吗？', '正常。氧、碳、水分等不在测定之列，且每个元素有 2–5% 的不确定度。'],
    ),
  },
})
