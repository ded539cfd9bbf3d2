import { addOn, choice, option, perSample, project, questions, requirementsOf, text, yesNo } from '../authoring.ts'

export const elementalAnalysis = project({
  slug: 'elemental-analysis',
  name: '有机元素分析（CHNS/O）',
  aliases: ['元素分析', '有机元素分析', '碳氢氮硫', '氧含量', 'CHN', 'CHNS', 'CHNSO', 'EA', 'elemental analysis'],
  sketch: '燃烧法测碳、氢、氮、硫，热解法测氧，用于分子式与组成确认',
  tags: ['碳氢氮硫', '氧含量', '分子式'],
  figure: {
    kind: 'chromatogram',
    peaks: [
      [1.1, 42, 0.08],
      [1.9, 100, 0.12],
      [5.2, 58, 0.4],
      [9.4, 20, 0.5],
    ],
    axis: '时间 / min',
  },
  typeId: 1,
  categoryId: 17,
  childId: 1702,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('mode', '测定元素', [
        option('chn', 'C、H、N', { rate: 'chn' }),
        option('chns', 'C、H、N、S', { rate: 'chns' }),
        option('o', 'O', { rate: 'oxygen' }),
        option('all', 'C、H、N、S 与 O', { rate: 'all' }),
      ]),
      choice('times', '平行次数', [option('two', '2 次（含在价内）'), option('three', '3 次', { charge: 'third' })]),
      text('formula', '理论分子式', 80, { hint: '用来核对结果；误差 ≤ 0.4% 视为吻合' }),
      text('contains', '其他元素', 100, {
        required: true,
        hint: '氟、磷、硼、硅、金属会影响燃烧，请如实填写；没有写“无”',
      }),
      choice(
        'drying',
        '测前干燥',
        [option('none', '不干燥'), option('vacuum', '60 ℃ 真空干燥 12 h', { charge: 'drying' })],
        {
          hint: '吸附水会使 H、O 偏高，C、N 偏低',
        },
      ),
      yesNo('safe', '确认样品不爆炸、无放射性', { required: true }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('chn', 'CHN', 70),
      perSample('chns', 'CHNS', 90),
      perSample('oxygen', 'O', 90),
      perSample('all', 'CHNS 与 O', 160),
    ],
    urgentPercent: 150,
    addOns: [addOn('third', '第三次平行', 30), addOn('drying', '真空干燥', 30)],
  },
  content: {
    intro: [
      '样品在纯氧中高温燃烧，生成的 CO₂、H₂O、N₂ 与 SO₂ 分离后以热导检测；氧在裂解炉中转为 CO 测定。结果为质量百分数。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 10 mg', size: '均匀、干燥，磨至 100 目' },
      block: { least: '≥ 10 mg', size: '可研磨' },
      film: { least: '≥ 10 mg', size: '可剪碎' },
      liquid: { least: '≥ 0.5 mL', note: '不挥发液体；挥发性液体须用液体锡囊，请先联系' },
      fibre: { least: '≥ 10 mg', size: '可剪碎' },
    }),
    suitability: [{ contains: ['F', 'P'], effect: 'warn', why: '含氟、磷的样品会缩短燃烧管寿命并使碳、氢结果偏差' }],
    consumed: true,
    notices: [
      '每次用量约 2 mg，不均匀样品重复性差',
      '含氟、磷样品腐蚀石英管，含氟须另加吸收剂',
      '爆炸物、放射性样品拒收',
    ],
    instruments: [{ name: '元素分析仪', note: '燃烧 1150 ℃，检出限 40 ppm；对氨基苯磺酸标定' }],
    results: [
      {
        title: '质量百分数',
        text: '每次平行值、平均值与绝对偏差，附标样核查结果。',
        figure: { kind: 'bars', labels: ['C', 'H', 'N', 'S', 'O'], values: [58, 5, 13, 7, 17] },
      },
    ],
    faq: questions(
      ['为什么总和不到 100%？', '未测元素、灰分与水分不计入。含金属或卤素的样品总和本来就低于 100%。'],
      ['H 总是偏高？', '多为吸附水或残余溶剂，请先真空干燥并尽快密封寄出，或结合热重扣除。'],
      ['投稿要求误差多少？', '多数期刊要求实测与理论值相差不超过 0.4%（绝对值）。'],
    ),
  },
})
