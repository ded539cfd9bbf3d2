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
  yesNo,
} from '../authoring.ts'

export const particleSize = project({
  slug: 'particle-size',
  name: '激光粒度分析',
  aliases: ['粒度', '粒径', '粒径分布', 'D50', '激光衍射法', '马尔文', 'DLS', '动态光散射', 'particle size'],
  sketch: '湿法、干法与动态光散射，0.3 nm–3500 µm，给出 D10、D50、D90 与分布',
  tags: ['粒径', 'D50', '分布'],
  figure: {
    kind: 'distribution',
    modes: [
      [9, 0.24, 1],
      [1.1, 0.18, 0.22],
    ],
    axis: '粒径 / µm',
  },
  typeId: 1,
  categoryId: 18,
  childId: 1802,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choice(
        'method',
        '方法',
        [
          option('wet', '激光衍射，湿法（0.02–2000 µm）'),
          option('dry', '激光衍射，干法（0.1–3500 µm）'),
          option('dls', '动态光散射 DLS（0.3 nm–10 µm）'),
        ],
        { hint: '小于 100 nm 的分散液选动态光散射；遇水溶解或反应的粉末选干法' },
      ),
      choice(
        'dispersant',
        '分散介质',
        [option('water', '去离子水'), option('ethanol', '无水乙醇'), option('other', '其他')],
        {
          ...when('method', 'wet', 'dls'),
          hint: '样品不得在介质中溶解、溶胀或反应',
        },
      ),
      text('otherDispersant', '介质名称与折射率', 60, { required: true, ...when('dispersant', 'other') }),
      choice(
        'agent',
        '分散剂',
        [
          option('none', '不加'),
          option('sds', '十二烷基硫酸钠'),
          option('sodium', '六偏磷酸钠'),
          option('auto', '由工程师选择'),
        ],
        when('method', 'wet'),
      ),
      amount('sonication', '超声时间', 'min', [0, 30], { step: 1, initial: 3, ...when('method', 'wet', 'dls') }),
      amount('pressure', '分散气压', 'bar', [0.1, 4], { step: 0.1, initial: 2, ...when('method', 'dry') }),
      amount('from', '预计粒径下限', 'nm', [0.3, 3_000_000], { hint: '大致即可，用来选择量程' }),
      amount('to', '预计粒径上限', 'nm', [1, 3_500_000], { above: 'from' }),
      amount('index', '样品折射率', '', [1.3, 4.2], {
        required: false,
        hint: '不填按材料取常用值；对小于 1 µm 的结果影响较大',
      }),
      choices(
        'basis',
        '分布基准',
        [option('volume', '体积'), option('number', '数量'), option('intensity', '光强（DLS）')],
        {
          required: true,
          initial: ['volume'],
        },
      ),
      yesNo('repeat', '三次重复并给出标准偏差', { price: [{ charge: 'repeat' }] }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '粒度测试', 60)],
    urgentPercent: 150,
    addOns: [addOn('repeat', '三次重复', 40)],
  },
  content: {
    intro: [
      '激光衍射法由颗粒散射光的角分布反算体积分布，适合 0.1 µm 以上的粉末与悬浮液；动态光散射由布朗运动的快慢得到流体力学直径，适合纳米分散液。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 0.5 g（干法 ≥ 3 g）', size: '干燥、无结块，最大颗粒 < 2 mm' },
      block: '请先粉碎，粒度由粉碎方式决定，须说明',
      film: '不适用',
      liquid: { least: '≥ 5 mL', size: '均匀、不分层；DLS 浓度约 0.1–1 mg/mL', refused: '有毒、强腐蚀介质' },
      fibre: '长径比大的样品结果无意义，建议扫描电镜量取',
    }),
    suitability: [{ hazards: ['magnetic'], effect: 'warn', why: '磁性颗粒会团聚，测得的粒径偏大', instead: 'sem' }],
    consumed: true,
    notices: [
      '测试后的悬浮液不回收',
      '结果以等效球直径表示，片状、棒状样品与电镜量取值不同属正常',
      '有色、荧光样品做 DLS 请说明',
    ],
    instruments: [
      { name: '激光粒度仪', note: '红蓝双光源，湿法 0.02–2000 µm，干法 0.1–3500 µm' },
      { name: '动态光散射仪', note: '633 nm，背散射 173°，恒温 25 ℃' },
    ],
    results: [
      {
        title: '粒径分布',
        text: 'D10、D50、D90、跨度与比表面（换算值），体积与累积分布曲线和数据。',
        figure: { kind: 'distribution', modes: [[14, 0.3, 1]], axis: '粒径 / µm' },
      },
    ],
    faq: questions(
      [
        '为什么和电镜量的不一样？',
        '激光法给出体积加权的等效球直径，电镜是数量加权的投影尺寸；团聚、形状与折射率都会带来差别。',
      ],
      ['D50 重复性差是什么原因？', '多为取样不匀或分散不稳。请先缩分取样，并提供分散剂与超声条件；必要时做三次重复。'],
      [
        'DLS 的 PDI 大于 0.5 还能用吗？',
        '说明分布过宽或有大颗粒，平均粒径参考价值低，建议先离心或过滤，或改用激光衍射。',
      ],
    ),
  },
})
