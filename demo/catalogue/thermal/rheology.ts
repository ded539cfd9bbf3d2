import {
  addOn,
  amount,
  choice,
  option,
  perSample,
  project,
  questions,
  requirementsOf,
  when,
  yesNo,
} from '../authoring.ts'

export const rheology = project({
  slug: 'rheology',
  name: '流变性能（旋转流变仪）',
  aliases: ['流变', '流变仪', '粘度', '黏度', '剪切变稀', '储能模量', '触变性', 'rheology', 'rheometer', 'viscosity'],
  sketch: '黏度曲线、G′/G″、屈服应力与触变性，-20–300 ℃',
  tags: ['黏度', 'G′/G″', '屈服应力'],
  figure: { kind: 'bars', labels: ['0.1', '1', '10', '100', '1000'], values: [100, 62, 31, 14, 6] },
  typeId: 1,
  categoryId: 18,
  childId: 1803,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('content', '测试内容', [
        option('flow', '流动曲线（黏度–剪切速率）', { rate: 'flow' }),
        option('strain', '应变扫描（线性区与屈服）', { rate: 'oscillation' }),
        option('frequency', '频率扫描 G′、G″', { rate: 'oscillation' }),
        option('thixotropy', '三段式触变', { rate: 'flow' }),
        option('temperature', '温度扫描（凝胶与固化）', { rate: 'temperature' }),
      ]),
      choice(
        'geometry',
        '夹具',
        [
          option('cone', '锥板（均匀剪切，颗粒 < 5 µm）'),
          option('plate', '平行板（凝胶、熔体、含颗粒）'),
          option('cup', '同轴圆筒（低黏度、易挥发）'),
        ],
        { hint: '平行板的间隙须不小于最大颗粒的 10 倍' },
      ),
      amount('fromRate', '起始剪切速率', 's⁻¹', [0.001, 900], {
        initial: 0.1,
        ...when('content', 'flow', 'thixotropy'),
      }),
      amount('toRate', '终止剪切速率', 's⁻¹', [0.01, 1000], {
        initial: 1000,
        above: 'fromRate',
        ...when('content', 'flow', 'thixotropy'),
      }),
      amount('strain', '应变振幅', '%', [0.01, 100], {
        initial: 1,
        ...when('content', 'frequency', 'temperature'),
        hint: '须在线性黏弹区内；不确定请先做应变扫描',
      }),
      amount('frequency', '角频率', 'rad/s', [0.1, 100], { initial: 10, ...when('content', 'strain', 'temperature') }),
      amount('celsius', '测试温度', '℃', [-20, 300], {
        step: 1,
        initial: 25,
        ...when('content', 'flow', 'strain', 'frequency', 'thixotropy'),
      }),
      amount('from', '起始温度', '℃', [-20, 290], { step: 1, initial: 25, ...when('content', 'temperature') }),
      amount('to', '终止温度', '℃', [-10, 300], {
        step: 1,
        initial: 80,
        above: 'from',
        ...when('content', 'temperature'),
      }),
      yesNo('trap', '含易挥发溶剂，使用防挥发罩', { price: [{ charge: 'trap' }] }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('flow', '流动测试', 120),
      perSample('oscillation', '振荡扫描', 150),
      perSample('temperature', '温度扫描', 200),
    ],
    urgentPercent: 150,
    addOns: [addOn('trap', '防挥发罩', 30)],
  },
  content: {
    intro: [
      '旋转流变仪以锥板、平行板或圆筒对样品施加稳态或振荡剪切，得到黏度、模量、屈服应力与结构恢复，适合浆料、凝胶、乳液、胶黏剂与聚合物熔体。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 10 g', size: '热塑性颗粒或粉末，须干燥；由我们热压成片', note: '只做熔体' },
      block: { size: 'Φ25×1–2 mm 圆片，凝胶或热塑性材料' },
      film: { size: '裁成 Φ25 mm，可叠至 1 mm' },
      liquid: { least: '≥ 5 mL（圆筒 ≥ 20 mL）', size: '均匀，无气泡，注明溶剂', refused: '强酸、强腐蚀液体' },
      fibre: '不接受纤维，请溶解或熔融后测',
    }),
    suitability: [
      { hazards: ['corrosive'], effect: 'refuse', why: '腐蚀性液体会损坏不锈钢夹具与轴承' },
      {
        words: ['固化后', '热固', '硬塑料'],
        effect: 'warn',
        why: '已固化的刚性材料超出扭矩量程',
        instead: 'dma',
      },
      { forms: ['powder'], effect: 'warn', why: '不熔融的粉末没有流变曲线，请确认为热塑性材料', instead: 'dsc' },
    ],
    consumed: true,
    notices: [
      '触变与剪切历史影响结果，上样后静置 5 min 再测',
      '沉降的浆料会给出虚高或虚低的黏度，请注明静置时间',
      '熔体样品须先干燥，水会引起降解',
    ],
    instruments: [{ name: '旋转流变仪', note: '扭矩 5 nN·m–200 mN·m，-20–300 ℃，25/40/50 mm 夹具' }],
    results: [
      {
        title: '黏度与模量曲线',
        text: '剪切速率、应力、黏度或 G′、G″、tanδ 的原始数据，屈服应力与取法。',
        figure: { kind: 'bars', labels: ['1', '10', '100', '500'], values: [88, 42, 17, 9] },
      },
    ],
    faq: questions(
      ['旋转黏度计的值为什么不同？', '黏度计的剪切速率不明确，剪切变稀的样品只有在同一剪切速率下才能比较。'],
      ['G′ 大于 G″ 就是凝胶吗？', '还须在较宽的频率范围内 G′ 几乎不随频率变化；单一频率不足以判断。'],
      [
        '屈服应力怎么得到？',
        '常用应变扫描中 G′ 偏离平台 5% 处或 G′ 与 G″ 的交点，也可由流动曲线拟合；方法不同数值不同，报告写明。',
      ],
    ),
  },
})
