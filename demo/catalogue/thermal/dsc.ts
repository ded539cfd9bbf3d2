import {
  addOn,
  addOnOnce,
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

export const dsc = project({
  slug: 'dsc',
  name: '差示扫描量热（DSC，低温）',
  aliases: ['差示扫描量热', '玻璃化转变', '熔点', '结晶度', '低温DSC', 'DSC', 'Tg', '氧化诱导期', 'OIT'],
  sketch: '-90–550 ℃ 的玻璃化转变、熔融、结晶与比热，含氧化诱导期',
  tags: ['玻璃化转变', '熔融', '结晶'],
  figure: {
    kind: 'heatflow',
    events: [
      [142, 60, 24],
      [252, -100, 20],
    ],
    glass: [[74, 16]],
    axis: '温度 / ℃',
  },
  typeId: 1,
  categoryId: 15,
  childId: 1502,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('content', '测试内容', [
        option('scan', '升降温扫描'),
        option('oit', '氧化诱导期 OIT', { rate: 'oit' }),
        option('heat', '比热容（蓝宝石法）', { rate: 'heat' }),
      ]),
      amount('from', '起始温度', '℃', [-90, 500], { step: 1, initial: 25, ...when('content', 'scan', 'heat') }),
      amount('to', '终止温度', '℃', [-60, 550], {
        step: 1,
        initial: 300,
        above: 'from',
        hint: '须低于分解温度，请先做热重',
        ...when('content', 'scan', 'heat'),
      }),
      choice(
        'program',
        '程序',
        [option('two', '升温–降温–二次升温'), option('one', '一次升温'), option('cycle', '自定义')],
        { ...when('content', 'scan'), hint: '第一次升温反映热历史，第二次升温反映材料本身' },
      ),
      text('steps', '自定义程序', 200, { required: true, ...when('program', 'cycle') }),
      choice(
        'rate',
        '速率',
        [option('r10', '10 K/min'), option('r5', '5 K/min'), option('r20', '20 K/min')],
        when('content', 'scan'),
      ),
      amount('oitCelsius', 'OIT 恒温温度', '℃', [150, 250], { step: 1, initial: 200, ...when('content', 'oit') }),
      choice('cooling', '低温', [
        option('none', '不低于 0 ℃'),
        option('low', '低于 0 ℃（机械制冷）', { charge: 'cooling' }),
      ]),
      choice(
        'crucible',
        '坩埚',
        [
          option('aluminium', '铝，压盖打孔'),
          option('hermetic', '铝，密封', { charge: 'hermetic' }),
          option('steel', '不锈钢高压', { charge: 'steel' }),
        ],
        { hint: '含水、易挥发样品选密封或高压坩埚' },
      ),
      choices(
        'values',
        '需要给出',
        [option('tg', '玻璃化温度'), option('melting', '熔点与熔融焓'), option('crystal', '结晶度')],
        { initial: ['tg', 'melting'] },
      ),
      amount('enthalpy', '完全结晶熔融焓', 'J/g', [1, 1000], {
        ...when('values', 'crystal'),
        hint: '如 PE 293、PET 140、PA66 190 左右，请给出采用的文献值',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('scan', '升降温扫描', 120, '次'),
      perSample('oit', '氧化诱导期', 120, '次'),
      perSample('heat', '比热容', 260, '次'),
    ],
    urgentPercent: 150,
    addOns: [addOnOnce('cooling', '机械制冷', 100), addOn('hermetic', '密封坩埚', 15), addOn('steel', '高压坩埚', 80)],
  },
  content: {
    intro: [
      '在程序控温下测量样品与参比的热流差，得到玻璃化转变、熔融、结晶、固化与氧化等过程的温度和热效应。适合聚合物、药物、相变材料与合金。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '干燥' },
      block: { least: '≥ 20 mg', size: '可切成 ≤ Φ5×1 mm 的平片' },
      film: { least: '≥ 20 mg' },
      liquid: { least: '≥ 0.5 mL', note: '须用密封坩埚' },
      fibre: { least: '≥ 20 mg', size: '可剪碎' },
    }),
    consumed: true,
    notices: [
      '终止温度须低于起始分解温度约 30 ℃，分解物会污染炉体',
      '含卤素、硫的样品请申报',
      '样品量通常 5–10 mg，含能材料拒收',
    ],
    instruments: [{ name: '差示扫描量热仪', note: '-90–550 ℃，铟、锌校准，热流噪声 < 0.5 µW' }],
    results: [
      {
        title: 'DSC 曲线',
        text: '各段热流数据、特征温度（起始、峰、终止）与焓值，标明吸热方向。',
        figure: {
          kind: 'heatflow',
          events: [
            [118, 46, 14],
            [164, -100, 12],
          ],
          glass: [],
          axis: '温度 / ℃',
        },
      },
    ],
    faq: questions(
      ['看不到玻璃化转变怎么办？', '结晶度高时台阶很小，可加大样品量、提高到 20 K/min，或先熔融后急冷再升温。'],
      [
        '为什么取第二次升温？',
        '第一次升温消除加工与储存的热历史，第二次升温的结果可在不同样品间比较；要看加工影响则取第一次。',
      ],
      [
        '和 TG-DSC 里的 DSC 有什么不同？',
        '本项目量热灵敏度与基线更好、可到零下，但最高 550 ℃；高温与失重同测请选同步热分析。',
      ],
    ),
  },
})
