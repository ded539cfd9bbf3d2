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
  yesNo,
} from '../authoring.ts'

export const hall = project({
  slug: 'hall',
  name: '四探针与霍尔效应',
  aliases: [
    '四探针',
    '方阻',
    '电阻率',
    '电导率',
    '霍尔',
    '载流子浓度',
    '迁移率',
    'Hall',
    'van der Pauw',
    'four-point probe',
  ],
  sketch: '方阻、电阻率、载流子浓度与迁移率，±0.7 T，80–500 K',
  tags: ['方阻', '载流子', '迁移率'],
  figure: { kind: 'bars', labels: ['80 K', '150 K', '200 K', '300 K', '400 K'], values: [100, 61, 44, 26, 18] },
  typeId: 1,
  categoryId: 51,
  childId: 5103,
  daysFrom: 3,
  daysTo: 6,
  form: {
    fields: [
      choices(
        'content',
        '测试内容',
        [
          option('probe', '四探针方阻与电阻率', { rate: 'probe' }),
          option('hall', '霍尔效应（范德堡法）', { rate: 'hall' }),
          option('powder', '粉末电阻率（加压四探针）', { rate: 'powder' }),
        ],
        { required: true, initial: ['probe'] },
      ),
      amount('thickness', '导电层厚度', 'µm', [0.001, 5000], {
        ...when('content', 'probe', 'hall'),
        hint: '不知道厚度只能给出方阻与面载流子浓度；请先测厚度',
      }),
      amount('points', '每个样品的测点数', '点', [1, 25], {
        step: 1,
        initial: 5,
        price: [{ charge: 'point', free: 5 }],
        ...when('content', 'probe'),
      }),
      amount('resistivity', '预计电阻率', 'Ω·cm', [0.000001, 1_000_000_000], {
        required: false,
        hint: '用来选择电流与量程；10⁶ Ω·cm 以上请联系',
      }),
      choice(
        'contacts',
        '电极',
        [
          option('ready', '已做好四角电极'),
          option('silver', '由我们点银浆'),
          option('indium', '压铟', { charge: 'contact' }),
          option('gold', '蒸镀金电极', { charge: 'evaporation' }),
        ],
        { ...when('content', 'hall'), hint: 'n 型 GaN、ZnO 常用铟；须为欧姆接触，I–V 曲线随数据给出' },
      ),
      choice(
        'temperature',
        '温度',
        [option('room', '室温'), option('variable', '变温', { charge: 'temperature' })],
        when('content', 'hall'),
      ),
      amount('fromKelvin', '起始温度', 'K', [80, 490], { step: 10, initial: 80, ...when('temperature', 'variable') }),
      amount('toKelvin', '终止温度', 'K', [90, 500], {
        step: 10,
        initial: 300,
        above: 'fromKelvin',
        ...when('temperature', 'variable'),
      }),
      amount('pressure', '压力', 'MPa', [2, 30], { step: 1, initial: 10, ...when('content', 'powder') }),
      yesNo('shaded', '光敏样品，避光测试'),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('probe', '四探针', 50),
      perSample('hall', '霍尔效应', 200),
      perSample('powder', '粉末电阻率', 120),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('point', '增加的测点', 5, '点'),
      addOn('contact', '压铟电极', 60),
      addOn('evaporation', '蒸镀电极', 200),
      addOn('temperature', '变温霍尔', 500),
    ],
  },
  content: {
    intro: [
      '四探针以两针通电流、另两针测电压，消除接触电阻，得到方阻与电阻率；范德堡法再加垂直磁场，由霍尔电压得到载流子类型、浓度与迁移率。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 1 g', size: '干燥；加压成型后测量，电阻率随压力变化，须一并报告' },
      block: { size: '四探针 Φ ≥ 10 mm；霍尔 5×5 至 10×10 mm，厚度均匀且 ≤ 1 mm' },
      film: { size: '10×10 mm，基底绝缘', note: '须给出膜厚；基底导电时不能测' },
      liquid: '溶液电导率请选电化学项目',
      fibre: { least: '≥ 3 根', size: '长 ≥ 20 mm，以两端银浆固定，仅四点法' },
    }),
    suitability: [
      {
        hazards: ['magnetic'],
        effect: 'warn',
        why: '铁磁样品有反常霍尔效应，±0.7 T 不足以分离正常部分',
        instead: 'ppms',
      },
      {
        words: ['绝缘', '聚四氟乙烯', '石英', '陶瓷基板'],
        effect: 'warn',
        why: '绝缘体的电阻率超出量程，请先估计电阻率',
        instead: 'electrochemistry',
      },
      { forms: ['liquid'], effect: 'refuse', why: '四探针只测固体', instead: 'electrochemistry' },
    ],
    consumed: false,
    notices: [
      '霍尔测试正反电流、正反磁场取平均，以消除失配与热电效应',
      '样品尺寸小于针距 4 倍时须作几何修正，已计入结果',
      '蒸镀或银浆电极会留在样品上',
    ],
    instruments: [
      { name: '四探针测试仪', note: '针距 1 mm，方阻 10⁻³–10⁶ Ω/□' },
      { name: '霍尔效应测试系统', note: '±0.7 T，80–500 K，1 nA–100 mA' },
    ],
    results: [
      {
        title: '电阻率与霍尔结果',
        text: '各点方阻、均值与标准偏差；霍尔系数、载流子类型、浓度、迁移率与 I–V 曲线。',
        figure: { kind: 'bars', labels: ['点 1', '点 2', '点 3', '点 4', '点 5'], values: [52, 50, 51, 49, 52] },
      },
    ],
    faq: questions(
      ['方阻怎么换算电阻率？', '电阻率 = 方阻 × 厚度。例如 10 Ω/□、100 nm 的膜为 10⁻⁴ Ω·cm。'],
      ['迁移率测出负的或乱跳？', '多为接触不欧姆或信号太弱：低迁移率（< 1 cm²/(V·s)）样品请用交变磁场（需报价）。'],
      ['基底导电怎么办？', '电流会从基底走，结果无意义。请在绝缘基底上同批制备一片。'],
    ),
  },
})
