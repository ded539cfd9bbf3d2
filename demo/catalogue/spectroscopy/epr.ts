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

export const epr = project({
  slug: 'epr',
  name: '电子顺磁共振（EPR）',
  aliases: ['电子顺磁共振', '电子自旋共振', '自由基', '氧空位', '捕获剂', 'EPR', 'ESR', 'DMPO', 'TEMP'],
  sketch: '自由基、氧空位与过渡金属离子，固体、溶液与光照原位，可低温',
  tags: ['自由基', '氧空位', '原位光照'],
  figure: {
    kind: 'derivative',
    lines: [
      [3480, 50, 2.2],
      [3495, 100, 2.2],
      [3510, 100, 2.2],
      [3525, 50, 2.2],
    ],
    axis: '磁场 / G',
  },
  typeId: 1,
  categoryId: 16,
  childId: 1602,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('target', '检测对象', [
        option('vacancy', '固体缺陷与氧空位', { rate: 'solid' }),
        option('metal', '过渡金属离子', { rate: 'solid' }),
        option('hydroxyl', '羟基自由基 ·OH（DMPO，水相）', { rate: 'radical' }),
        option('superoxide', '超氧自由基 ·O₂⁻（DMPO，甲醇相）', { rate: 'radical' }),
        option('singlet', '单线态氧 ¹O₂（TEMP）', { rate: 'radical' }),
      ]),
      choice('temperature', '温度', [
        option('room', '室温'),
        option('n2', '液氮温度 77 K', { charge: 'nitrogen' }),
        option('he', '变温 5–300 K', { quote: true }),
      ]),
      choice('light', '光照', [
        option('none', '不光照'),
        option('visible', '可见光（λ > 420 nm）', { charge: 'light' }),
        option('full', '全谱氙灯', { charge: 'light' }),
      ]),
      amount('minutes', '采谱时刻', 'min', [1, 60], {
        step: 1,
        initial: 5,
        ...when('light', 'visible', 'full'),
        hint: '默认采暗态与该时刻各一条；多个时刻写在备注',
      }),
      amount('dose', '催化剂用量', 'mg/mL', [0.01, 20], {
        initial: 1,
        ...when('target', 'hydroxyl', 'superoxide', 'singlet'),
      }),
      amount('centre', '中心场', 'G', [500, 6500], { step: 10, initial: 3500 }),
      amount('width', '扫场宽度', 'G', [50, 6000], {
        step: 10,
        initial: 100,
        hint: '自由基 100–200 G；过渡金属离子常需 3000 G 以上',
      }),
      choice('processing', '数据处理', [
        option('g', '计算 g 值'),
        option('simulation', '谱图模拟', { charge: 'simulation' }),
      ]),
      text('conditions', '反应体系', 200, { multiline: true, hint: '氧化剂、pH 与溶剂；过硫酸盐体系请写浓度' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('solid', '固体 EPR', 150), perSample('radical', '自由基捕获', 220)],
    urgentPercent: 150,
    addOns: [addOn('nitrogen', '液氮低温', 80), addOn('light', '原位光照', 80), addOn('simulation', '谱图模拟', 300)],
  },
  content: {
    intro: [
      '未成对电子在磁场中吸收微波，由共振场与超精细分裂判断自由基种类、缺陷与金属离子的价态和配位。短寿命自由基以捕获剂固定后测量。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 50 mg', size: '干燥，装入 Φ3–4 mm 石英管', refused: '强磁性粉末' },
      block: { size: '可装入内径 3.5 mm 管的细条' },
      film: { size: '剪成 3×10 mm 条', note: '导电膜会降低腔体 Q 值，可能测不出' },
      liquid: { least: '≥ 2 mL', size: '水溶液用毛细管，已除氧的请密封' },
      fibre: { least: '≥ 50 mg', size: '可装管' },
    }),
    consumed: true,
    notices: [
      '捕获剂由我们提供并做空白对照',
      '自由基在溶液中寿命短，须现场混合，不接受寄来的捕获液',
      '强磁、强导电样品请先联系',
    ],
    instruments: [{ name: 'X 波段 EPR 谱仪', note: '9.4–9.9 GHz，0–7000 G，100 kHz 调制；300 W 氙灯' }],
    results: [
      {
        title: 'EPR 谱',
        text: '磁场与一阶微分强度数据、微波频率与功率；暗态与光照对照。',
        figure: {
          kind: 'derivative',
          lines: [
            [3497, 100, 2.6],
            [3513, 100, 2.6],
            [3529, 100, 2.6],
          ],
          axis: '磁场 / G',
        },
      },
    ],
    faq: questions(
      [
        '氧空位的 g 值应为多少？',
        '氧化物中单电子氧空位常在 2.003–2.005；仅凭 g 值不能定量，也可能来自碳自由基，应与对照样比较。',
      ],
      ['DMPO–OH 的特征是什么？', '四重峰，强度比约 1:2:2:1，aN ≈ aH ≈ 14.9 G；·O₂⁻ 加合物在甲醇中为六重峰。'],
      ['为什么暗态也有信号？', '可能是样品自身的缺陷或捕获剂被氧化，因此每个体系都做空白与暗态对照。'],
    ),
  },
})
