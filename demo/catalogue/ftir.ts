import { addOn, amount, choice, option, perSample, project, questions, requirementsOf, yesNo } from './authoring.ts'

export const ftir = project({
  slug: 'ftir',
  name: '傅里叶变换红外光谱（FTIR）',
  aliases: ['红外', '红外光谱', '傅里叶红外', 'FTIR', 'FT-IR', 'ATR', 'IR'],
  sketch: 'KBr 压片、ATR 与液膜，4000–400 cm⁻¹，鉴定官能团',
  tags: ['官能团', 'ATR', '峰归属'],
  figure: {
    kind: 'ftir',
    peaks: [
      [3420, 60, 180],
      [2925, 40, 30],
      [1715, 90, 25],
      [1455, 30, 25],
      [1240, 65, 35],
      [1095, 70, 40],
    ],
  },
  typeId: 1,
  categoryId: 14,
  childId: 1401,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choice('mode', '测试方式', [
        option('kbr', 'KBr 压片（透射）'),
        option('atr', 'ATR 衰减全反射'),
        option('film', '液膜法'),
        option('transmission', '薄膜透射'),
      ]),
      amount('from', '起始波数', 'cm⁻¹', [400, 3900], { step: 1, initial: 400 }),
      amount('to', '终止波数', 'cm⁻¹', [500, 4000], { step: 1, initial: 4000, above: 'from' }),
      {
        key: 'resolution',
        label: '分辨率',
        kind: 'choice',
        required: true,
        initial: 'r4',
        options: [option('r2', '2 cm⁻¹'), option('r4', '4 cm⁻¹')],
      },
      {
        key: 'scans',
        label: '扫描次数',
        kind: 'choice',
        required: true,
        initial: 's32',
        options: [option('s16', '16'), option('s32', '32'), option('s64', '64')],
      },
      choice('output', '纵坐标', [option('transmittance', '透过率'), option('absorbance', '吸光度')]),
      yesNo('assignment', '峰归属', { price: [{ charge: 'assignment' }] }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '红外光谱', 50)],
    urgentPercent: 150,
    addOns: [addOn('assignment', '峰归属', 60)],
  },
  content: {
    intro: ['红外光谱记录分子振动对红外光的吸收，用来判断官能团、监测反应与鉴定高分子种类。'],
    requirements: requirementsOf({
      powder: { least: '≥ 5 mg', size: '干燥，可与 KBr 研磨' },
      block: { size: '平整面 ≥ 3×3 mm，用 ATR' },
      film: { size: '≥ 5×5 mm；透射法厚度 < 30 µm，否则用 ATR' },
      liquid: { least: '≥ 0.5 mL', refused: '水溶液（可改 ATR 并扣除水峰）' },
      fibre: { least: '≥ 5 mg', size: '用 ATR' },
    }),
    consumed: true,
    notices: ['KBr 压片后的样品不能回收；ATR 测试不消耗样品', '3400 与 1640 cm⁻¹ 附近的水峰会干扰，请充分干燥'],
    instruments: [{ name: '傅里叶变换红外光谱仪', note: '7800–350 cm⁻¹，配金刚石 ATR' }],
    results: [
      {
        title: '红外谱图',
        text: '两列数据 .csv 与 .spa，附背景与测试条件。',
        figure: {
          kind: 'ftir',
          peaks: [
            [3420, 60, 180],
            [1715, 90, 25],
            [1240, 65, 35],
          ],
        },
      },
    ],
    faq: questions(
      ['KBr 和 ATR 怎么选？', '粉末要完整峰形选 KBr；块体、橡胶、纤维、液体选 ATR，省去压片但低波数峰偏强。'],
      ['2350 cm⁻¹ 处的峰是什么？', '是空气中的二氧化碳，背景扣除不净时出现，不属于样品。'],
      ['黑色样品能测吗？', '碳含量高的样品吸收太强，信号差，可用锗晶体 ATR 一试，效果不保证。'],
    ),
  },
})
