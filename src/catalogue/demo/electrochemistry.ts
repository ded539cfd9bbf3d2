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
} from './authoring.ts'

export const electrochemistry = project({
  slug: 'electrochemistry',
  name: '电化学测试（CV/EIS/LSV）',
  aliases: [
    '电化学',
    '循环伏安',
    '交流阻抗',
    '线性扫描',
    '析氢',
    '析氧',
    '恒流充放电',
    '腐蚀',
    'CV',
    'EIS',
    'LSV',
    'HER',
    'OER',
    'Tafel',
  ],
  sketch: '三电极与扣式电池的循环伏安、阻抗、极化曲线与充放电',
  tags: ['循环伏安', '阻抗', '极化曲线'],
  figure: { kind: 'voltammogram', couples: [[0.18, 1, 0.05]], axis: 'E / V' },
  typeId: 1,
  categoryId: 51,
  childId: 5101,
  daysFrom: 4,
  daysTo: 8,
  form: {
    fields: [
      choices(
        'content',
        '测试内容',
        [
          option('cv', '循环伏安 CV', { rate: 'cv' }),
          option('lsv', '线性扫描 LSV', { rate: 'lsv' }),
          option('eis', '交流阻抗 EIS', { rate: 'eis' }),
          option('tafel', '塔菲尔极化', { rate: 'tafel' }),
          option('charge', '恒流充放电 GCD', { rate: 'cycling' }),
        ],
        { required: true, initial: ['cv'] },
      ),
      choice('cell', '体系', [
        option('three', '三电极'),
        option('coin', '扣式电池'),
        option('rde', '旋转圆盘电极', { charge: 'rotating' }),
      ]),
      choice(
        'electrode',
        '工作电极',
        [
          option('glassy', '玻碳滴涂', { charge: 'coating' }),
          option('foam', '已负载于碳布、泡沫镍等'),
          option('bulk', '块体（环氧封装）', { charge: 'sealing' }),
        ],
        when('cell', 'three', 'rde'),
      ),
      amount('loading', '负载量', 'mg/cm²', [0.01, 20], { initial: 0.25, ...when('electrode', 'glassy') }),
      text('electrolyte', '电解液', 80, {
        required: true,
        hint: '如 1 mol/L KOH（饱和 N₂ 或 O₂）；特殊电解液请随样寄送',
      }),
      choice(
        'reference',
        '参比电极',
        [option('hgo', 'Hg/HgO（碱性）'), option('agcl', 'Ag/AgCl（中性、酸性）'), option('sce', '饱和甘汞')],
        when('cell', 'three', 'rde'),
      ),
      amount('fromVolt', '电位下限', 'V', [-5, 5], { step: 0.01, initial: -0.2 }),
      amount('toVolt', '电位上限', 'V', [-5, 5.5], { step: 0.01, initial: 0.8, above: 'fromVolt' }),
      text('rates', '扫速或电流', 120, { required: true, hint: '如 CV 5、10、20、50、100 mV/s；GCD 0.5、1、2 A/g' }),
      amount('cycles', '循环次数', '圈', [1, 2000], {
        step: 1,
        initial: 100,
        ...when('content', 'charge'),
        price: [{ charge: 'cycle', free: 100 }],
      }),
      yesNo('compensation', 'iR 补偿并换算到 RHE', { hint: '补偿比例写入报告，原始数据一并提供' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('cv', '循环伏安', 120),
      perSample('lsv', '线性扫描', 120),
      perSample('eis', '交流阻抗', 120),
      perSample('tafel', '塔菲尔极化', 120),
      perSample('cycling', '恒流充放电（100 圈）', 200),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('coating', '电极滴涂', 60),
      addOn('sealing', '环氧封装', 80),
      addOn('rotating', '旋转圆盘', 150),
      addOn('cycle', '超出圈数', 1, '圈'),
    ],
  },
  content: {
    intro: [
      '在控制电位或电流下测量电极的响应，用于电催化、超级电容、电池材料与腐蚀研究。每个样品按所选内容给出一组曲线。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '可分散成浆；请注明导电剂与粘结剂比例' },
      block: { size: '10×10×(1–5) mm，一面打磨至 2000 目' },
      film: { size: '10×20 mm，导电基底，注明负载量与有效面积' },
      liquid: { least: '≥ 20 mL', note: '电解液评价；易燃溶剂请申报' },
      fibre: { size: '碳布、碳纸 10×20 mm，已负载' },
    }),
    consumed: true,
    notices: [
      '同一催化剂的活性与负载量、载体、电解液纯度关系很大，请写全',
      '含硫、氰化物与强毒电解液请先联系',
      '扣式电池由我们组装时另行报价',
    ],
    instruments: [
      { name: '电化学工作站', note: '±10 V、±2 A，阻抗 10 µHz–1 MHz' },
      { name: '电池测试系统', note: '5 V、10 mA，256 通道' },
    ],
    results: [
      {
        title: '循环伏安',
        text: '各扫速的电位与电流数据，注明电极面积与参比。',
        figure: {
          kind: 'voltammogram',
          couples: [
            [-0.2, 0.7, 0.04],
            [0.34, 1, 0.06],
          ],
          axis: 'E / V',
        },
      },
      {
        title: '交流阻抗',
        text: 'Nyquist 与 Bode 数据，可按等效电路拟合。',
        figure: {
          kind: 'nyquist',
          arcs: [
            [14, 0.9],
            [32, 0.8],
          ],
        },
      },
    ],
    faq: questions(
      ['电位怎么换算到 RHE？', 'E(RHE) = E(测) + E°(参比) + 0.0591 × pH（25 ℃）。参比电极会用可逆氢电极实测校准。'],
      ['10 mA/cm² 的过电位用哪个面积？', '默认几何面积；若要比较本征活性，请加测双电层电容估算电化学活性面积。'],
      ['阻抗高频不从零开始？', '截距是溶液与接触电阻，属正常；iR 补偿即用该值。'],
    ),
  },
})
