import { addOn, amount, choice, option, project, questions, requirementsOf, text, when, yuan } from '../authoring.ts'

export const contactAngle = project({
  slug: 'contact-angle',
  name: '接触角与表面能',
  aliases: ['接触角', '水接触角', '润湿性', '表面能', '亲水', '疏水', '滚动角', 'contact angle'],
  sketch: '静态、前进后退与滚动角，可由两种液体计算表面能',
  tags: ['润湿', '表面能', '疏水'],
  figure: { kind: 'droplet', angle: 112 },
  typeId: 1,
  categoryId: 18,
  childId: 1802,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choice('mode', '测试内容', [
        option('static', '静态接触角'),
        option('dynamic', '前进角与后退角', { charge: 'dynamic' }),
        option('sliding', '滚动角', { charge: 'sliding' }),
        option('energy', '表面能（水 + 二碘甲烷，Owens–Wendt 法）', { charge: 'energy' }),
        option('process', '润湿过程（每秒记录）', { charge: 'process' }),
      ]),
      choice(
        'liquid',
        '测试液体',
        [
          option('water', '去离子水'),
          option('diiodomethane', '二碘甲烷'),
          option('glycol', '乙二醇'),
          option('own', '随样寄送'),
        ],
        when('mode', 'static', 'dynamic', 'sliding', 'process'),
      ),
      text('ownLiquid', '液体名称与危害', 100, {
        required: true,
        ...when('liquid', 'own'),
        hint: '易燃、有毒与强腐蚀液体请先联系',
      }),
      amount('volume', '液滴体积', 'µL', [0.5, 20], {
        step: 0.5,
        initial: 3,
        hint: '静态常用 2–5 µL；滚动角常用 10 µL',
      }),
      amount('points', '每个样品测点数', '点', [1, 10], { step: 1, initial: 3 }),
      amount('seconds', '记录时长', 's', [1, 300], { step: 1, initial: 60, ...when('mode', 'process') }),
      choice('face', '测试面', [option('marked', '已在样品上标明'), option('both', '两面均测', { charge: 'face' })]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'sample',
        label: '接触角测试',
        basis: '样',
        unitFen: yuan(60),
        perSample: true,
        tiers: [{ above: 20, unitFen: yuan(48) }],
      },
    ],
    urgentPercent: 150,
    addOns: [
      addOn('dynamic', '前进与后退角', 40),
      addOn('sliding', '滚动角', 40),
      addOn('energy', '第二种液体与表面能计算', 60),
      addOn('process', '润湿过程', 30),
      addOn('face', '加测另一面', 50),
    ],
  },
  content: {
    intro: [
      '把定量液滴放在样品表面，由侧面轮廓拟合三相点处的切线得到接触角，反映表面的润湿性；用极性不同的两种液体可算出表面能及其分量。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 0.5 g', size: '压成平整圆片', note: '压片表面粗糙，结果仅供同法比较' },
      block: { size: '≥ 10×10 mm，厚 ≤ 20 mm，测试面平整' },
      film: { size: '≥ 10×10 mm，平整无褶；柔性膜请贴在玻片上' },
      liquid: '液体本身请选表面张力测定',
      fibre: { size: '织物 ≥ 20×20 mm，绷平', note: '单根纤维不测' },
    }),
    consumed: false,
    notices: ['测试面勿用手触摸；等离子处理的样品请注明处理时间，亲水性会逐日衰减', '二碘甲烷会残留在多孔样品中'],
    instruments: [{ name: '光学接触角测量仪', note: '自动滴样，0–180°，准确度 ±0.1°（标准角片），倾斜台 0–90°' }],
    results: [
      {
        title: '液滴轮廓',
        text: '每个测点的原始照片、左右接触角与平均值；表面能给出色散与极性分量。',
        figure: { kind: 'droplet', angle: 38 },
      },
    ],
    faq: questions(
      ['同一样品几个点差 5° 正常吗？', '正常。表面粗糙与污染都会造成差别，3 点极差超过 10° 时我们会加测并注明。'],
      [
        '超疏水样品为什么滴不上去？',
        '接触角大于 150° 时液滴会粘在针头上，需要增大体积或改用下沉接触法，请在备注中说明。',
      ],
      ['粉末可以测吗？', '可以压片后测静态角，只宜作相对比较；绝对值请用 Washburn 毛细法，需报价。'],
    ),
  },
})
