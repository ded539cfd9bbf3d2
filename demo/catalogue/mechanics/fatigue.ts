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

export const fatigue = project({
  slug: 'fatigue',
  name: '疲劳试验（高周与低周）',
  aliases: [
    '疲劳',
    '高周疲劳',
    '低周疲劳',
    'S-N 曲线',
    '疲劳极限',
    '疲劳寿命',
    '裂纹扩展',
    'fatigue test',
    'HCF',
    'LCF',
  ],
  sketch: '金属与复合材料的疲劳寿命、S-N 曲线与裂纹扩展速率，按国家标准',
  tags: ['疲劳寿命', 'S-N 曲线', '裂纹扩展'],
  figure: { kind: 'bars', labels: ['10⁴', '10⁵', '10⁶', '10⁷'], values: [100, 78, 62, 55] },
  typeId: 1,
  categoryId: 18,
  childId: 1801,
  daysFrom: 10,
  daysTo: 20,
  form: {
    fields: [
      choice('standard', '试验标准', [
        option('gb3075', 'GB/T 3075（金属轴向力控制）', { rate: 'stress' }),
        option('gb26077', 'GB/T 26077（金属轴向应变控制）', { rate: 'strain' }),
        option('gb6398', 'GB/T 6398（疲劳裂纹扩展速率）', { rate: 'crack' }),
        option('gb35465', 'GB/T 35465（纤维增强塑料拉–拉疲劳）', { rate: 'stress' }),
        option('other', '其他标准', { quote: true }),
      ]),
      text('otherStandard', '标准号与版本', 80, { required: true, ...when('standard', 'other') }),
      amount('stress', '最大应力', 'MPa', [10, 1500], {
        ...when('standard', 'gb3075', 'gb35465'),
        hint: '做 S-N 曲线时填最高一级',
      }),
      amount('strain', '总应变幅', '%', [0.2, 2], { step: 0.05, initial: 0.6, ...when('standard', 'gb26077') }),
      amount('range', '初始应力强度因子范围', 'MPa·√m', [5, 60], { initial: 15, ...when('standard', 'gb6398') }),
      amount('ratio', '应力比或应变比 R', '', [-1, 0.9], {
        step: 0.05,
        initial: 0.1,
        hint: '对称循环 R = -1；拉–拉疲劳与裂纹扩展常用 0.1',
      }),
      amount('hertz', '频率', 'Hz', [0.1, 100], {
        step: 0.1,
        initial: 20,
        hint: '应变控制不超过 1 Hz；复合材料不超过 5 Hz，以免自热',
      }),
      choice('cycles', '最多循环次数', [
        option('e5', '10⁵ 次'),
        { ...option('e6', '10⁶ 次', { charge: 'million' }), ...when('standard', 'gb3075', 'gb35465') },
        { ...option('e7', '10⁷ 次', { charge: 'tenMillion' }), ...when('standard', 'gb3075') },
      ]),
      choice('temperature', '温度', [option('room', '室温'), option('high', '高温', { charge: 'hot' })]),
      amount('celsius', '试验温度', '℃', [100, 800], { step: 10, ...when('temperature', 'high') }),
      text('bar', '试样尺寸', 120, { required: true, hint: '如 圆棒，工作段 Φ6×20 mm；CT 试样 W = 40 mm、B = 10 mm' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('stress', '应力控制（一根）', 400),
      perSample('strain', '应变控制（一根）', 600),
      perSample('crack', '裂纹扩展（一件）', 1200),
    ],
    urgentPercent: 150,
    addOns: [addOn('million', '至 10⁶ 次', 200), addOn('tenMillion', '至 10⁷ 次', 900), addOn('hot', '高温炉', 300)],
  },
  content: {
    intro: [
      '疲劳试验在循环载荷下测材料的寿命：高周疲劳控制应力，给出 S-N 曲线与疲劳强度；低周疲劳控制应变，给出循环应力与应变–寿命关系；裂纹扩展试验给出 da/dN–ΔK 曲线。',
      '一个样品指一根试样。一条 S-N 曲线通常需要 12 至 15 根。',
    ],
    requirements: requirementsOf({
      powder: '粉末不能做疲劳试验',
      block: {
        least: 'S-N 曲线 12 根；单一应力 3 根',
        size: '按标准加工的圆棒、板材或紧凑拉伸（CT）试样',
        note: '工作段表面粗糙度 Ra ≤ 0.2 µm，轴向抛光',
      },
      film: '薄膜不能做疲劳试验',
      liquid: '不接受液体',
      fibre: '单丝不接受；复合材料按块体送样',
    }),
    suitability: [
      { forms: ['film', 'fibre', 'liquid'], effect: 'refuse', why: '疲劳试验需要标准试样', instead: 'tensile' },
      { forms: ['powder'], effect: 'refuse', why: '粉末不能夹持', instead: 'hardness' },
      {
        words: ['陶瓷', '玻璃'],
        effect: 'warn',
        why: '脆性材料分散很大，建议先做弯曲强度',
        instead: 'flexural-impact',
      },
    ],
    consumed: true,
    notices: [
      '达到最多循环次数而未断的试样记为“未断”，在图中以箭头表示',
      '同一批试样须同炉、同向取样并同法加工，表面刀痕会使寿命显著降低',
      '试验前请提供抗拉强度或屈服强度，以便选择应力级',
    ],
    instruments: [
      { name: '电液伺服疲劳试验机', note: '± 100 kN，0.01–50 Hz，带引伸计与高温炉' },
      { name: '高频疲劳试验机', note: '± 50 kN，60–150 Hz' },
    ],
    results: [
      {
        title: '寿命与曲线',
        text: '每根试样的应力或应变、循环次数、断裂位置与照片；成组时给出 S-N 曲线与中值疲劳强度。',
        figure: { kind: 'bars', labels: ['320 MPa', '280 MPa', '250 MPa', '230 MPa'], values: [18, 36, 68, 100] },
      },
    ],
    faq: questions(
      ['需要多少根？', '求某一应力下的寿命 3 根以上；S-N 曲线 12 至 15 根；升降法求疲劳极限再加 13 根以上。'],
      ['频率会影响结果吗？', '室温金属在 100 Hz 以内影响很小；高温、腐蚀环境与高分子材料影响明显，必须注明频率。'],
      ['R 是什么？', '一个循环中最小应力与最大应力之比。R 不同的寿命不能直接比较。'],
    ),
  },
})
