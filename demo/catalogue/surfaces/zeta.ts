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

export const zeta = project({
  slug: 'zeta',
  name: 'Zeta 电位',
  aliases: ['Zeta电位', 'ζ电位', '表面电荷', '等电点', '电泳光散射', 'zeta potential', 'IEP'],
  sketch: '胶体与颗粒的表面电荷、等电点滴定，判断分散稳定性',
  tags: ['表面电荷', '等电点', '稳定性'],
  figure: { kind: 'peaks', peaks: [[-32, 100, 11]], axis: 'ζ / mV' },
  typeId: 1,
  categoryId: 18,
  childId: 1802,
  daysFrom: 2,
  daysTo: 4,
  form: {
    fields: [
      choice('mode', '测试内容', [
        option('single', '单点 Zeta 电位', { rate: 'single' }),
        option('titration', '等电点滴定（pH 扫描）', { rate: 'titration' }),
      ]),
      choice(
        'dispersant',
        '分散介质',
        [
          option('water', '去离子水'),
          option('salt', '1 mmol/L NaCl'),
          option('ethanol', '乙醇'),
          option('own', '原液直接测'),
        ],
        { hint: '以 1 mmol/L NaCl 固定离子强度，不同样品之间才可比较' },
      ),
      amount('ph', 'pH', '', [2, 12], {
        step: 0.1,
        required: false,
        ...when('mode', 'single'),
        hint: '不填按分散后的自然 pH，报告中写明',
      }),
      amount('phFrom', '起始 pH', '', [2, 11], { step: 0.5, initial: 3, ...when('mode', 'titration') }),
      amount('phTo', '终止 pH', '', [3, 12], { step: 0.5, initial: 10, above: 'phFrom', ...when('mode', 'titration') }),
      amount('dose', '测试浓度', 'mg/mL', [0.001, 10], { initial: 0.1 }),
      choice('size', '同时测粒径', [option('no', '不测'), option('yes', '加测动态光散射粒径', { charge: 'size' })]),
      text('conductivity', '介质与电导率', 100, {
        required: true,
        ...when('dispersant', 'own'),
        hint: '电导率高于 5 mS/cm 会电解电极',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('single', 'Zeta 电位', 60), perSample('titration', '等电点滴定', 350)],
    urgentPercent: 150,
    addOns: [addOn('size', '动态光散射粒径', 40)],
  },
  content: {
    intro: [
      '由颗粒在电场中的电泳速度换算剪切面上的电位。绝对值大于约 30 mV 的水分散体系通常较稳定，电位过零处的 pH 即等电点。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '粒径 < 10 µm，可分散' },
      block: '请先粉碎，或选固体表面流动电位（需报价）',
      film: '平板表面请联系，需流动电位附件',
      liquid: { least: '≥ 3 mL（滴定 ≥ 15 mL）', size: '不分层', refused: '强酸强碱与腐蚀电极的介质' },
      fibre: '请剪碎并确认可悬浮',
    }),
    suitability: [{ hazards: ['magnetic'], effect: 'warn', why: '磁性颗粒沉降快，电位数据可能不稳定' }],
    consumed: true,
    notices: ['沉降快的大颗粒读数不稳，会注明', '介质种类、pH 与离子强度必须随结果一起报告', '每个样品重复 3 次'],
    instruments: [{ name: '电泳光散射仪', note: '相位分析光散射，-500–500 mV，25 ℃' }],
    results: [
      {
        title: '电位分布',
        text: '三次重复的 Zeta 电位、电泳迁移率、电导率与分布图。',
        figure: {
          kind: 'peaks',
          peaks: [
            [24, 100, 9],
            [3, 26, 8],
          ],
          axis: 'ζ / mV',
        },
      },
    ],
    faq: questions(
      ['同一样品在纯水和盐水里差很多？', '离子强度压缩双电层，电位绝对值下降，属正常现象，比较时须统一介质。'],
      ['Zeta 电位为 0 就一定会沉吗？', '不一定。有高分子位阻的体系在电位很低时也可以稳定。'],
      ['能测有机溶剂吗？', '乙醇等极性溶剂可以；非极性溶剂须专用电极与浸入式样品池，请先联系。'],
    ),
  },
})
