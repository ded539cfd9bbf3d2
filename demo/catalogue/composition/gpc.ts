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
  yesNo,
} from '../authoring.ts'

export const gpc = project({
  slug: 'gpc',
  name: '凝胶渗透色谱（GPC）',
  aliases: ['凝胶渗透色谱', '体积排阻', '分子量分布', '数均分子量', '重均分子量', 'PDI', 'GPC', 'SEC'],
  sketch: '聚合物的 Mn、Mw 与分布，THF、DMF、水相与高温三氯苯',
  tags: ['分子量', '分布', '聚合物'],
  figure: {
    kind: 'distribution',
    modes: [
      [80, 0.32, 1],
      [6, 0.16, 0.18],
    ],
    axis: 'M / kg·mol⁻¹',
  },
  typeId: 1,
  categoryId: 19,
  childId: 1903,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice(
        'phase',
        '流动相',
        [
          option('thf', 'THF（40 ℃）', { rate: 'organic' }),
          option('dmf', 'DMF + LiBr（50 ℃）', { rate: 'organic' }),
          option('water', '水相（缓冲盐）', { rate: 'water' }),
          option('tcb', '三氯苯（150 ℃，聚烯烃）', { rate: 'hot' }),
        ],
        { hint: '样品须在该溶剂中完全溶解；交联聚合物不能测' },
      ),
      text('polymer', '聚合物种类', 60, {
        required: true,
        hint: '如 PMMA、PS-b-PEG；含羧酸、氨基请注明，可能吸附在柱上',
      }),
      amount('low', '预计分子量下限', 'g/mol', [200, 5_000_000]),
      amount('high', '预计分子量上限', 'g/mol', [500, 10_000_000], { above: 'low' }),
      choice('standard', '校准', [
        option('ps', '聚苯乙烯（相对值）'),
        option('pmma', 'PMMA（相对值）'),
        option('peg', 'PEG/PEO（水相）'),
      ]),
      yesNo('light', '多角度光散射（绝对分子量）', { price: [{ charge: 'light' }] }),
      amount('dndc', 'dn/dc', 'mL/g', [-0.3, 0.4], {
        required: false,
        ...when('light', true),
        hint: '不填由我们实测或按文献取值',
      }),
      yesNo('soluble', '确认样品可完全溶解且无微凝胶', { required: true }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('organic', '有机相 GPC', 160),
      perSample('water', '水相 GPC', 180),
      perSample('hot', '高温 GPC', 400),
    ],
    urgentPercent: 150,
    addOns: [addOn('light', '光散射检测', 200)],
  },
  content: {
    intro: ['按流体力学体积分离聚合物链，大的先流出。以窄分布标样校准得到相对分子量，加光散射检测可得绝对值。'],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '干燥、已纯化' },
      block: { least: '≥ 20 mg', size: '可溶' },
      film: { least: '≥ 20 mg', size: '可溶' },
      liquid: { least: '固含量 ≥ 20 mg', note: '请注明溶剂与固含量；含水样品请先干燥' },
      fibre: { least: '≥ 20 mg', size: '可溶' },
    }),
    suitability: [{ words: ['交联', '不溶'], effect: 'refuse', why: '交联或不溶的聚合物不能过柱' }],
    consumed: true,
    notices: [
      '含金属离子、盐与未反应单体的样品请先纯化',
      '相对分子量随标样而变，文中应写明流动相与标样',
      '不溶或过滤困难的样品退样，收取溶解试验费',
    ],
    instruments: [{ name: '凝胶渗透色谱仪', note: '示差折光、紫外与 18 角光散射检测器；常温与高温两套' }],
    results: [
      {
        title: '分子量分布',
        text: 'Mn、Mw、Mz、PDI、流出曲线与微分分布数据。',
        figure: { kind: 'distribution', modes: [[32, 0.2, 1]], axis: 'M / kg·mol⁻¹' },
      },
    ],
    faq: questions(
      [
        'GPC 和核磁算的分子量不一样？',
        'GPC 以聚苯乙烯等效体积计，极性与支化聚合物会偏离；核磁端基法只适合低分子量且端基明确的样品。',
      ],
      ['峰前面有小肩是什么？', '多为双基终止产生的偶合链或微凝胶；可用光散射判别，它对大分子更敏感。'],
      ['PDI 小于 1.05 可信吗？', '活性聚合可以达到，但色谱扩展会影响窄分布样品，应与标样比较。'],
    ),
  },
})
