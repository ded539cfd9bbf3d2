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

export const epma = project({
  slug: 'epma',
  name: '电子探针（EPMA）',
  aliases: ['电子探针', '波谱', '微区成分', '元素面分布', 'EPMA', 'WDS', 'electron probe'],
  sketch: '微米区域的定量成分与元素面分布，波谱定量，含轻元素',
  tags: ['微区定量', '面分布', '波谱'],
  figure: { kind: 'maps', labels: ['Ni', 'Al', 'Cr', 'Ti'] },
  typeId: 1,
  categoryId: 31,
  childId: 3104,
  daysFrom: 5,
  daysTo: 8,
  form: {
    fields: [
      choice('mode', '测试内容', [
        option('point', '定点定量', { rate: 'point' }),
        option('line', '线分析', { rate: 'line' }),
        option('map', '元素面分布', { rate: 'map' }),
      ]),
      {
        key: 'elements',
        label: '待测元素',
        kind: 'elements',
        required: true,
        most: 15,
        refused: ['H', 'He', 'Li', 'Be'],
        price: [{ charge: 'element', free: 5 }],
        hint: '价内含 5 个元素；氢至铍不能定量',
      },
      amount('points', '测点数', '点', [1, 100], { step: 1, initial: 5, ...when('mode', 'point') }),
      amount('length', '线长', 'µm', [5, 5000], { step: 5, initial: 100, ...when('mode', 'line') }),
      amount('area', '面分布边长', 'µm', [10, 2000], { step: 10, initial: 200, ...when('mode', 'map') }),
      choice('voltage', '加速电压', [
        option('kv15', '15 kV（硅酸盐、氧化物）'),
        option('kv20', '20 kV（合金）'),
        option('kv10', '10 kV（轻元素、薄层）'),
      ]),
      amount('beam', '束流', 'nA', [1, 500], { initial: 20, hint: '定量常用 10–20 nA，面分布常用 50–100 nA' }),
      amount('spot', '束斑直径', 'µm', [0, 50], {
        step: 0.5,
        initial: 1,
        hint: '0 为聚焦；碳酸盐、含水矿物与玻璃请用 5–20 µm',
      }),
      amount('step', '步长', 'µm', [0.1, 100], { initial: 1, ...when('mode', 'line', 'map') }),
      choice('coating', '镀膜', [option('carbon', '喷碳', { charge: 'coating' }), option('none', '不镀（导电良好）')]),
      choice('polishing', '制样', [
        option('ready', '已镶嵌抛光'),
        option('polish', '镶嵌抛光', { charge: 'polishing' }),
      ]),
      text('focus', '关注的位置', 300, { multiline: true, hint: '附光镜或电镜照片并标出' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      { ...perSample('point', '定点定量', 30, '点'), quantityField: 'points', leastQuantity: 5 },
      perSample('line', '线分析', 300),
      perSample('map', '面分布', 500),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('element', '第六个元素起', 40, '元素'),
      addOn('coating', '喷碳', 20),
      addOn('polishing', '镶嵌抛光', 100),
    ],
  },
  content: {
    intro: [
      '以聚焦电子束激发微米区域的特征 X 射线，用波谱仪分辨并与标样比较，经 ZAF 校正得到定量成分，主量元素相对误差约 1–2%，检出限约 100 ppm。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 0.1 g', size: '须镶嵌抛光，颗粒 > 20 µm' },
      block: { size: '≤ Φ30×15 mm，测试面镜面抛光、无浸蚀' },
      film: { size: '膜厚 > 1 µm；更薄请选截面', note: '电子束穿透会带入基底信号' },
      liquid: '不接受液体',
      fibre: { size: '镶嵌抛出横截面' },
    }),
    consumed: false,
    notices: [
      '表面不平会改变出射角，定量结果作废',
      '碳酸盐、含水矿物与玻璃在束下会失钠、失水，须用散焦束',
      '喷碳层约 20 nm，可抛去',
    ],
    instruments: [{ name: '场发射电子探针', note: '5 道波谱仪，B–U；能谱辅助' }],
    results: [
      {
        title: '元素面分布',
        text: '各元素分布图、背散射像与定量表。',
        figure: { kind: 'maps', labels: ['Fe', 'Cr', 'C'] },
      },
    ],
    faq: questions(
      ['和能谱有什么区别？', '波谱分辨率高约 10 倍，峰不重叠、检出限低，适合定量和轻元素；能谱快，适合看全貌。'],
      ['氧能测准吗？', '可以用标样直接测，也可按化学计量计算，报告中会写明。'],
      ['总量在 98–101% 之间算好吗？', '氧化物与合金通常如此。明显偏低多为表面不平、含水或有未测元素。'],
    ),
  },
})
