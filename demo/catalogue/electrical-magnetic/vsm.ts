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

export const vsm = project({
  slug: 'vsm',
  name: '振动样品磁强计（VSM）',
  aliases: ['磁滞回线', '振动样品磁强计', '饱和磁化强度', '矫顽力', '磁性测试', 'VSM', 'M-H', 'ZFC', 'FC', 'PPMS'],
  sketch: '磁滞回线与变温磁化曲线，±3 T，10–1000 K',
  tags: ['磁滞回线', '矫顽力', '变温'],
  figure: { kind: 'loop', loops: [[0.24, 0.18, 1]], axis: 'H / Oe' },
  typeId: 1,
  categoryId: 51,
  childId: 5102,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choices(
        'content',
        '测试内容',
        [
          option('loop', '磁滞回线 M–H', { rate: 'loop' }),
          option('temperature', '变温磁化 M–T（ZFC/FC）', { rate: 'temperature' }),
        ],
        { required: true, initial: ['loop'] },
      ),
      amount('field', '最大磁场', 'Oe', [1000, 30_000], { step: 500, initial: 20_000, ...when('content', 'loop') }),
      choice(
        'celsius',
        '回线温度',
        [option('room', '室温'), option('other', '其他温度', { charge: 'point' })],
        when('content', 'loop'),
      ),
      amount('kelvin', '温度', 'K', [10, 1000], { step: 1, ...when('celsius', 'other') }),
      amount('fromKelvin', 'M–T 起始温度', 'K', [10, 950], { step: 1, initial: 50, ...when('content', 'temperature') }),
      amount('toKelvin', 'M–T 终止温度', 'K', [20, 1000], {
        step: 1,
        initial: 300,
        above: 'fromKelvin',
        ...when('content', 'temperature'),
      }),
      amount('applied', 'M–T 外加磁场', 'Oe', [10, 10_000], {
        step: 10,
        initial: 100,
        ...when('content', 'temperature'),
      }),
      choice('direction', '磁场方向', [
        option('any', '粉末或各向同性'),
        option('parallel', '平行膜面'),
        option('normal', '垂直膜面'),
        option('both', '两个方向', { charge: 'direction' }),
      ]),
      yesNo('background', '附空白基底，扣除抗磁背景', { hint: '薄膜与弱磁样品建议附同批空白基底' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('loop', '磁滞回线', 120, '次'), perSample('temperature', '变温磁化曲线', 600, '次')],
    urgentPercent: 150,
    addOns: [addOn('point', '非室温回线', 200, '点'), addOn('direction', '第二个方向', 100)],
  },
  content: {
    intro: ['样品在均匀磁场中振动，由感应线圈的信号得到磁矩，给出饱和磁化强度、剩磁、矫顽力与居里温度等。'],
    requirements: requirementsOf({
      powder: { least: '10–50 mg', size: '干燥，装入胶囊压实；请注明是否易氧化' },
      block: { size: '≤ 4×4×4 mm，质量准确到 0.1 mg' },
      film: { size: '4×4 mm，附空白基底', note: '要换算体积磁化强度须给出膜厚与面积' },
      liquid: { least: '≥ 0.2 mL', note: '磁流体须密封，按固含量换算' },
      fibre: { least: '10–50 mg', size: '可团成小球' },
    }),
    consumed: false,
    notices: [
      '制样切勿用铁质工具，微量铁屑会给出假的铁磁信号',
      '强永磁样品请单独包装并标明',
      '高于 400 K 用炉膛附件，样品不得挥发',
    ],
    instruments: [{ name: '振动样品磁强计', note: '±3 T，灵敏度 10⁻⁶ emu，10–1000 K' }],
    results: [
      {
        title: '磁滞回线',
        text: '磁场与磁矩数据，Ms、Mr、Hc 与取值方法；M–T 给出 ZFC/FC 两条曲线。',
        figure: {
          kind: 'loop',
          loops: [
            [0.02, 0.12, 1],
            [0.01, 0.3, 0.55],
          ],
          axis: 'H / Oe',
        },
      },
    ],
    faq: questions(
      ['emu/g 怎么换算？', '1 emu/g = 1 A·m²/kg。软件给出的是磁矩 emu，除以称样质量即得。'],
      ['回线两端一直下斜是什么？', '来自基底或胶囊的抗磁性，取高场直线段斜率扣除即可。'],
      ['没有矫顽力就是超顺磁吗？', '还需看 ZFC/FC 是否有阻塞温度，以及不同温度的回线能否按 H/T 重合。'],
    ),
  },
})
