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
} from '../authoring.ts'

export const photoluminescence = project({
  slug: 'photoluminescence',
  name: '荧光光谱与寿命（PL）',
  aliases: ['荧光', '光致发光', '荧光寿命', '量子产率', '稳态瞬态荧光', 'PL', 'PLQY', 'TRPL', 'fluorescence'],
  sketch: '激发与发射谱、荧光寿命、量子产率，可变温至 77 K',
  tags: ['发射谱', '寿命', '量子产率'],
  figure: {
    kind: 'emission',
    excitation: [
      [365, 100, 46],
      [402, 52, 40],
    ],
    emission: [[521, 100, 44]],
    axis: '波长 / nm',
  },
  typeId: 1,
  categoryId: 14,
  childId: 1404,
  daysFrom: 3,
  daysTo: 6,
  form: {
    fields: [
      choices(
        'content',
        '测试内容',
        [
          option('emission', '发射谱', { rate: 'emission' }),
          option('excitation', '激发谱', { rate: 'excitation' }),
          option('lifetime', '荧光寿命', { rate: 'lifetime' }),
          option('yield', '绝对量子产率', { rate: 'yield' }),
        ],
        { required: true, initial: ['emission'] },
      ),
      choice('conversion', '发光方式', [
        option('down', '常规（发射波长长于激发）'),
        option('up', '上转换（近红外激发，发射波长短于激发）'),
      ]),
      amount('excite', '激发波长', 'nm', [200, 1000], {
        step: 1,
        initial: 365,
        ...when('conversion', 'down'),
        hint: '不确定时先测紫外可见吸收',
      }),
      amount('from', '发射起始波长', 'nm', [220, 1600], {
        step: 1,
        initial: 400,
        above: 'excite',
        ...when('conversion', 'down'),
      }),
      amount('to', '发射终止波长', 'nm', [240, 1700], {
        step: 1,
        initial: 700,
        above: 'from',
        ...when('conversion', 'down'),
        hint: '请避开激发波长的二倍频',
      }),
      choice(
        'laser',
        '上转换激发',
        [option('nm980', '980 nm'), option('nm808', '808 nm'), option('nm1550', '1550 nm')],
        when('conversion', 'up'),
      ),
      amount('upFrom', '上转换发射起始波长', 'nm', [220, 900], { step: 1, initial: 380, ...when('conversion', 'up') }),
      amount('upTo', '上转换发射终止波长', 'nm', [240, 960], {
        step: 1,
        initial: 750,
        above: 'upFrom',
        ...when('conversion', 'up'),
      }),
      amount('exciteFrom', '激发扫描起始波长', 'nm', [200, 1000], {
        step: 1,
        initial: 250,
        ...when('content', 'excitation'),
      }),
      amount('exciteTo', '激发扫描终止波长', 'nm', [210, 1050], {
        step: 1,
        initial: 500,
        above: 'exciteFrom',
        ...when('content', 'excitation'),
      }),
      amount('monitor', '监测波长', 'nm', [220, 1700], { step: 1, ...when('content', 'excitation', 'lifetime') }),
      choice(
        'scale',
        '预计寿命',
        [option('ns', '纳秒（0.1 ns–10 µs）'), option('us', '微秒至毫秒（磷光）')],
        when('content', 'lifetime'),
      ),
      choice('temperature', '温度', [option('room', '室温'), option('low', '变温 77–500 K', { charge: 'cryostat' })]),
      text('points', '温度点', 80, { required: true, ...when('temperature', 'low'), hint: '如 77、150、200、300 K' }),
      text('solvent', '溶剂与浓度', 80, { hint: '溶液样品必填；吸光度宜小于 0.1' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('emission', '发射谱', 60, '谱'),
      perSample('excitation', '激发谱', 60, '谱'),
      perSample('lifetime', '荧光寿命', 120, '次'),
      perSample('yield', '量子产率', 200, '次'),
    ],
    urgentPercent: 150,
    addOns: [addOn('cryostat', '变温装置', 400)],
  },
  content: {
    intro: [
      '以单色光激发样品，记录发射强度随波长或时间的变化，得到发光颜色、激发来源、寿命与量子产率，用于荧光粉、量子点、钙钛矿与有机发光材料。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 50 mg', size: '可填满石英样品槽' },
      block: { size: '5×5 mm 至 20×20 mm' },
      film: { size: '10×10 mm，石英或玻璃基底', note: '量子产率请附空白基底' },
      liquid: { least: '≥ 4 mL', size: '澄清，溶剂不发荧光' },
      fibre: { least: '≥ 50 mg' },
    }),
    consumed: false,
    notices: [
      '见光分解、遇空气变质的样品请注明',
      '发射谱默认做仪器响应校正，未校正数据一并提供',
      '量子产率用积分球绝对法，低于 1% 的结果误差较大',
    ],
    instruments: [
      {
        name: '稳态瞬态荧光光谱仪',
        note: '氙灯、脉冲激光（375、405、450 nm）与连续激光（808、980、1550 nm），检测 200–1700 nm，积分球',
      },
    ],
    results: [
      {
        title: '激发与发射谱',
        text: '校正后的两列数据；寿命给出衰减曲线、拟合阶数、各组分与 χ²。',
        figure: {
          kind: 'emission',
          excitation: [[420, 100, 60]],
          emission: [
            [590, 76, 22],
            [614, 100, 14],
            [650, 32, 20],
          ],
          axis: '波长 / nm',
        },
      },
    ],
    faq: questions(
      [
        '发射谱上出现很尖的峰？',
        '位于激发波长二倍处的是倍频峰，略长于激发波长的宽包可能是溶剂拉曼，换一个激发波长即可判别。',
      ],
      ['寿命要用几指数拟合？', '以残差无规律、χ² 接近 1 的最少阶数为准。三指数以上往往没有物理意义，报告用平均寿命。'],
      ['溶液太浓为什么不行？', '内滤与自吸收会压低短波侧并使峰位红移，吸光度应小于 0.1。'],
    ),
  },
})
