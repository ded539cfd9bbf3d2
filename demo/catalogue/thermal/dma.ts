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

export const dma = project({
  slug: 'dma',
  name: '动态热机械分析（DMA）',
  aliases: [
    '动态力学',
    '动态热机械',
    '储能模量',
    '损耗因子',
    '玻璃化转变',
    'DMA',
    'DMTA',
    'tanδ',
    'dynamic mechanical analysis',
  ],
  sketch: '储能模量、损耗模量与 tanδ，-140–400 ℃，0.01–100 Hz',
  tags: ['储能模量', 'tanδ', '玻璃化转变'],
  figure: {
    kind: 'peaks',
    peaks: [
      [-62, 22, 22],
      [118, 100, 16],
    ],
    axis: '温度 / ℃',
  },
  typeId: 1,
  categoryId: 15,
  childId: 1503,
  daysFrom: 3,
  daysTo: 6,
  form: {
    fields: [
      choice('mode', '形变模式', [
        option('three', '三点弯曲（刚性材料）'),
        option('cantilever', '双悬臂（热塑性塑料）'),
        option('tension', '拉伸（薄膜与纤维）'),
        option('compression', '压缩（泡沫与橡胶）'),
        option('shear', '剪切（软胶）'),
      ]),
      choice('sweep', '扫描方式', [
        option('temperature', '温度扫描', { rate: 'temperature' }),
        option('frequency', '频率扫描（恒温）', { rate: 'frequency' }),
        option('strain', '应变扫描（恒温）', { rate: 'frequency' }),
        option('master', '时温叠加主曲线', { rate: 'master' }),
      ]),
      amount('from', '起始温度', '℃', [-140, 380], { step: 1, initial: 25, ...when('sweep', 'temperature', 'master') }),
      amount('to', '终止温度', '℃', [-120, 400], {
        step: 1,
        initial: 200,
        above: 'from',
        ...when('sweep', 'temperature', 'master'),
      }),
      amount('isotherm', '恒温温度', '℃', [-100, 300], {
        step: 1,
        initial: 25,
        ...when('sweep', 'frequency', 'strain'),
      }),
      choice('cooling', '低温', [
        option('no', '室温以上'),
        option('nitrogen', '液氮制冷（低于 25 ℃）', { charge: 'nitrogen' }),
      ]),
      choice(
        'ramp',
        '升温速率',
        [option('r3', '3 ℃/min'), option('r2', '2 ℃/min'), option('r5', '5 ℃/min')],
        when('sweep', 'temperature'),
      ),
      amount('frequency', '频率', 'Hz', [0.01, 100], { initial: 1, ...when('sweep', 'temperature', 'strain') }),
      amount('strain', '应变振幅', '%', [0.001, 5], {
        initial: 0.05,
        ...when('sweep', 'temperature', 'frequency', 'master'),
        hint: '须在线性黏弹区内；不确定请先做应变扫描',
      }),
      text('dimensions', '样条尺寸', 80, {
        required: true,
        hint: '长 × 宽 × 厚，单位 mm；模量按此计算，误差主要来自厚度',
      }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('temperature', '温度扫描', 200),
      perSample('frequency', '频率或应变扫描', 180),
      perSample('master', '时温叠加主曲线', 700),
    ],
    urgentPercent: 150,
    addOns: [addOn('nitrogen', '液氮制冷', 100)],
  },
  content: {
    intro: [
      '对样条施加小幅振荡，由应力与应变的幅值和相位得到储能模量 E′、损耗模量 E″ 与 tanδ。对玻璃化与次级转变的灵敏度远高于差示扫描量热。',
    ],
    requirements: requirementsOf({
      powder: '请热压成样条',
      block: { least: '2 根', size: '三点弯曲 60×10×3 mm；双悬臂 35×10×3 mm，厚度均匀' },
      film: { least: '3 条', size: '长 ≥ 30 mm，宽 4–6 mm，厚 0.02–1 mm' },
      liquid: '液体与熔体请做流变',
      fibre: { least: '5 根', size: '长 ≥ 30 mm，注明线密度' },
    }),
    suitability: [
      { forms: ['liquid'], effect: 'refuse', why: '液体没有固定形状，不能夹持', instead: 'rheology' },
      { forms: ['powder'], effect: 'refuse', why: '粉末须先成型；只求玻璃化温度可做差示扫描量热', instead: 'dsc' },
      {
        only: ['Fe', 'Cr', 'Ni', 'C', 'Mn', 'Al', 'Cu', 'Mg', 'Si', 'Ti'],
        effect: 'warn',
        why: '金属的刚度可能超出仪器量程',
        instead: 'tensile',
      },
    ],
    consumed: true,
    notices: [
      '终止温度不得高于熔融或分解温度，请先做热重',
      '夹具与仪器柔量已校正；薄而硬的样品模量偏差可达 10%',
      '报告写明 Tg 的取法：E′ 拐点、E″ 峰或 tanδ 峰，三者可差 20 ℃',
    ],
    instruments: [{ name: '动态热机械分析仪', note: '最大力 18 N，-140–400 ℃，0.01–100 Hz，液氮制冷' }],
    results: [
      {
        title: 'E′、E″ 与 tanδ 曲线',
        text: '原始数据 .xlsx、Tg（三种取法）与测试条件。',
        figure: {
          kind: 'peaks',
          peaks: [
            [64, 100, 12],
            [-40, 16, 26],
          ],
          axis: '温度 / ℃',
        },
      },
    ],
    faq: questions(
      ['DMA 与 DSC 的 Tg 为什么不同？', 'DMA 的 Tg 随频率升高而升高，频率每增十倍约高 3–7 ℃；tanδ 峰又高于 E′ 拐点。'],
      ['选哪种模式？', '硬塑料与复合材料选三点弯曲，软一些选双悬臂，薄膜与纤维选拉伸，橡胶选压缩或剪切。'],
      ['应变该用多少？', '须在线性区内：塑料约 0.01–0.1%，橡胶可到 1%；填充橡胶有 Payne 效应，应先做应变扫描。'],
    ),
  },
})
