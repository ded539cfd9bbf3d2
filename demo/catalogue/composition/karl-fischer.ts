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

export const karlFischer = project({
  slug: 'karl-fischer',
  name: '卡尔费休水分',
  aliases: ['卡尔费休', '卡氏水分', '水分测定', '含水量', '库仑法', 'Karl Fischer', 'KF', 'water content'],
  sketch: '10 ppm 至 100% 的水分，库仑法、容量法与卡氏炉',
  tags: ['水分', '库仑法', 'ppm 级'],
  figure: { kind: 'bars', labels: ['第 1 次', '第 2 次', '第 3 次', '平均'], values: [61, 63, 62, 62] },
  typeId: 1,
  categoryId: 17,
  childId: 1704,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choice('method', '方法', [
        option('coulometric', '库仑法（10 ppm–1%）', { rate: 'coulometric' }),
        option('volumetric', '容量法（0.1–100%）', { rate: 'volumetric' }),
        option('oven', '卡氏炉 ＋ 库仑法（不溶或干扰样品）', { rate: 'oven' }),
      ]),
      amount('expected', '预计含水量', '%', [0.001, 100], { hint: '1% = 10,000 ppm；用来确定称样量' }),
      choice(
        'solvent',
        '溶解性',
        [option('methanol', '溶于甲醇'), option('mixed', '需加氯仿、甲苯或长链醇', { charge: 'cosolvent' })],
        when('method', 'coulometric', 'volumetric'),
      ),
      amount('oven', '炉温', '℃', [80, 280], {
        step: 5,
        initial: 150,
        ...when('method', 'oven'),
        hint: '低于样品的分解温度；电池材料常用 120–200 ℃',
      }),
      choice('interference', '干扰基团', [
        option('none', '没有'),
        option('aldehyde', '醛、酮（用专用试剂）', { charge: 'reagent' }),
        { ...option('redox', '硫醇、过氧化物、强碱'), ...when('method', 'oven') },
      ]),
      choice('repeats', '平行次数', [option('three', '3 次'), option('five', '5 次', { charge: 'repeat' })]),
      text('packaging', '包装与环境', 120, { hint: '如 手套箱内密封、氩气；吸潮样品请用铝塑袋' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('coulometric', '库仑法', 80),
      perSample('volumetric', '容量法', 80),
      perSample('oven', '卡氏炉法', 120),
    ],
    urgentPercent: 150,
    addOns: [addOn('cosolvent', '助溶剂', 20), addOn('reagent', '醛酮专用试剂', 40), addOn('repeat', '增加平行', 40)],
  },
  content: {
    intro: [
      '碘在二氧化硫与碱存在下与水按 1 : 1 反应。库仑法由电解电量算出水的质量，容量法由滴定剂体积算出，只对水响应，不受其他挥发物影响。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 1 g', size: '密封，勿研磨（研磨会吸潮或失水）' },
      block: { least: '≥ 2 g', size: '破碎成小粒，用卡氏炉' },
      film: { least: '≥ 1 g', size: '裁成小片，用卡氏炉' },
      liquid: { least: '≥ 5 mL', size: '装满、密封，隔膜瓶最好', refused: '强酸、强氧化剂' },
      fibre: { least: '≥ 1 g', size: '剪碎，用卡氏炉' },
    }),
    suitability: [
      { hazards: ['explosive'], effect: 'refuse', why: '加热与滴定中不能处理爆炸性样品' },
      {
        words: ['双氧水', '过氧化', '次氯酸', '硫醇', '抗坏血酸', '维生素c'],
        effect: 'warn',
        why: '氧化剂与还原剂会消耗或生成碘，水分失真，须用卡氏炉分离',
        instead: 'tg-dsc',
      },
      { hazards: ['corrosive'], effect: 'warn', why: '强酸碱与试剂反应，请说明成分与浓度' },
    ],
    consumed: true,
    notices: [
      '含水量低于 100 ppm 的样品在手套箱中取样，空白漂移随数据给出',
      '送样途中吸潮会使结果偏高，请充满或抽真空密封',
      '结晶水与吸附水不能区分，卡氏炉分段升温可作参考',
    ],
    instruments: [{ name: '卡尔费休库仑与容量水分仪', note: '库仑 1 µg 分辨率；卡氏炉 50–280 ℃，氮气流' }],
    results: [
      {
        title: '水分结果',
        text: '各次称样量、水量、含水量（ppm 与 %）、平均值、RSD 与空白漂移。',
        figure: { kind: 'bars', labels: ['第 1 次', '第 2 次', '第 3 次'], values: [48, 50, 49] },
      },
    ],
    faq: questions(
      ['与烘干失重有什么不同？', '失重包括溶剂与其他挥发物，卡尔费休只测水，适合含溶剂的样品。'],
      ['库仑法与容量法怎么选？', '1% 以下选库仑法，1% 以上选容量法；不溶或有干扰的样品用卡氏炉。'],
      ['结晶水会测到吗？', '能溶解或在炉温下释放时会计入；炉温不够时偏低，请注明结晶水的数目。'],
    ),
  },
})
