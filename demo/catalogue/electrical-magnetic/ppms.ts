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
  when,
} from '../authoring.ts'

export const ppms = project({
  slug: 'ppms',
  name: '综合物性与 SQUID 磁性（PPMS/MPMS）',
  aliases: ['综合物性', '超导量子干涉', '低温磁性', '磁电阻', '比热', 'PPMS', 'MPMS', 'SQUID', 'ZFC-FC', '磁化率'],
  sketch: '2–400 K、±9 T 的输运与比热；±7 T 的 SQUID 磁化率',
  tags: ['低温强磁场', '磁化率', '比热'],
  figure: { kind: 'peaks', peaks: [[28, 100, 22]], axis: 'T / K' },
  typeId: 1,
  categoryId: 51,
  childId: 5102,
  daysFrom: 7,
  daysTo: 14,
  form: {
    fields: [
      choices(
        'content',
        '测试内容',
        [
          option('mt', '磁化率 M–T（SQUID）', { rate: 'magnetisation' }),
          option('mh', '磁滞回线 M–H（SQUID）', { rate: 'loop' }),
          option('transport', '电阻与磁电阻', { rate: 'transport' }),
          option('hall', '霍尔效应', { rate: 'transport' }),
          option('heat', '比热', { rate: 'heat' }),
        ],
        { required: true, initial: ['mt'] },
      ),
      choice(
        'history',
        'M–T 历史',
        [option('both', 'ZFC 与 FC'), option('zfc', '仅 ZFC'), option('fc', '仅 FC')],
        when('content', 'mt'),
      ),
      amount('applied', 'M–T 外加磁场', 'Oe', [10, 70_000], { initial: 1000, ...when('content', 'mt') }),
      amount('fromKelvin', '起始温度', 'K', [2, 390], { initial: 2 }),
      amount('toKelvin', '终止温度', 'K', [3, 400], { initial: 300, above: 'fromKelvin' }),
      amount('loopField', 'M–H 最大磁场', 'T', [0.1, 7], { initial: 5, ...when('content', 'mh') }),
      amount('loops', 'M–H 温度点数', '点', [1, 10], {
        step: 1,
        initial: 1,
        price: [{ charge: 'loopPoint', free: 1 }],
        ...when('content', 'mh'),
      }),
      amount('field', '输运最大磁场', 'T', [0, 9], { initial: 9, ...when('content', 'transport', 'hall', 'heat') }),
      choice(
        'contacts',
        '电极',
        [option('ready', '已做好'), option('silver', '由我们做四线银浆电极', { charge: 'contact' })],
        when('content', 'transport', 'hall'),
      ),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('magnetisation', 'M–T 曲线', 800, '次'),
      perSample('loop', 'M–H 回线', 500, '次'),
      perSample('transport', '电输运', 1200, '次'),
      perSample('heat', '比热', 1500, '次'),
    ],
    urgentPercent: 150,
    addOns: [addOn('loopPoint', '增加的温度点', 250, '点'), addOn('contact', '四线电极', 200)],
  },
  content: {
    intro: [
      '在液氦温区与强磁场中测量磁化、电阻、霍尔与比热。SQUID 的磁矩灵敏度达 10⁻⁸ emu，适合弱磁、分子磁体、超导体与自旋玻璃。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '干燥，装胶囊压实；准确称量至 0.01 mg', note: '仅做磁性' },
      block: { size: '磁性 ≤ 4×4×4 mm；输运长条 5×2×0.5 mm；比热 ≤ 3×3 mm、1–20 mg' },
      film: { size: '磁性 4×4 mm，附空白基底；输运 5×5 mm' },
      liquid: '请冻干或聚合后送样',
      fibre: { least: '≥ 10 mg', size: '可团成小球' },
    }),
    suitability: [
      { forms: ['liquid'], effect: 'refuse', why: '液体冷却时析晶、放气，会污染样品腔' },
      { hazards: ['explosive', 'radioactive'], effect: 'refuse', why: '爆炸与放射性样品不能进入低温磁体' },
      {
        contains: ['Nd', 'Sm'],
        effect: 'warn',
        why: '强永磁材料会超出 SQUID 的磁矩量程，请减少样品或选振动样品磁强计',
        instead: 'vsm',
      },
      { hazards: ['corrosive'], effect: 'warn', why: '在低压下放气的样品会污染样品腔，须密封' },
    ],
    consumed: false,
    notices: [
      '制样用非磁性工具，微量铁屑在 SQUID 中会给出假的铁磁信号',
      '摩尔磁化率须提供分子式、分子量与抗磁校正',
      '冷却与升温一次约 4–6 小时，多个样品合排更经济',
    ],
    instruments: [
      { name: '综合物性测量系统', note: '2–400 K，±9 T，直流输运、霍尔与比热' },
      { name: 'SQUID 磁强计', note: '2–400 K，±7 T，灵敏度 10⁻⁸ emu' },
    ],
    results: [
      {
        title: '磁化率与输运数据',
        text: '原始 .dat 与换算后的 χ、χT、1/χ，或 R–T、MR、霍尔与比热，注明背景扣除。',
        figure: { kind: 'loop', loops: [[0.05, 0.22, 1]], axis: 'H / Oe' },
      },
    ],
    faq: questions(
      ['SQUID 与 VSM 怎么选？', '弱磁、薄膜与低温选 SQUID；强磁、室温与高温、要求快速，选 VSM。'],
      ['χ 怎么换算成 χT？', '摩尔磁化率乘温度，1 cm³·K/mol 对应有效磁矩 2.83 μB（μeff = 2.828 √(χT)）。'],
      ['ZFC 与 FC 为什么分叉？', '超顺磁阻塞、自旋玻璃、磁各向异性或超导都会引起，须结合交流磁化率与其他测试判断。'],
    ),
  },
})
