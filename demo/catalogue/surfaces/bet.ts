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

export const bet = project({
  slug: 'bet',
  name: '比表面积与孔径（BET）',
  aliases: ['比表面', '比表面积', '孔径分布', '氮气吸脱附', '物理吸附', 'BET', 'BJH', '全孔分析'],
  sketch: '气体吸附法测比表面积、介孔与微孔孔径分布',
  tags: ['比表面', '孔径', '微孔'],
  figure: { kind: 'isotherm' },
  typeId: 1,
  categoryId: 13,
  childId: 1301,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('content', '测试内容', [
        option('area', '比表面积（多点 BET）', { rate: 'area' }),
        option('full', '比表面 + 介孔全等温线（BJH）', { rate: 'full' }),
        option('micro', '含微孔的全孔分析（DFT/HK）', { rate: 'micro' }),
      ]),
      choice(
        'gas',
        '吸附气体',
        [
          option('n2', 'N₂（77 K）'),
          { ...option('ar', 'Ar（87 K）', { charge: 'otherGas' }), ...when('content', 'full', 'micro') },
          { ...option('co2', 'CO₂（273 K）', { charge: 'otherGas' }), ...when('content', 'micro') },
          { ...option('kr', 'Kr（77 K）', { charge: 'otherGas' }), ...when('content', 'area') },
        ],
        { hint: '比表面小于 1 m²/g 建议氪气；超微孔炭可选二氧化碳' },
      ),
      amount('degasCelsius', '脱气温度', '℃', [30, 350], {
        step: 5,
        initial: 120,
        hint: '须低于样品分解温度；碳材料约 300 ℃，氧化物不超过 350 ℃，MOF 约 120 ℃',
      }),
      amount('degasHours', '脱气时间', '小时', [2, 24], {
        step: 1,
        initial: 6,
        price: [{ charge: 'degasHour', free: 12 }],
      }),
      amount('expected', '预计比表面', 'm²/g', [0.01, 8000], { hint: '用来决定称样量' }),
      yesNo('stable', '确认样品在脱气温度下不分解、不放出腐蚀性气体', { required: true }),
      choices(
        'models',
        '孔径模型',
        [option('bjhAds', 'BJH 吸附支'), option('bjhDes', 'BJH 脱附支'), option('dft', 'NLDFT'), option('hk', 'HK')],
        { ...when('content', 'full', 'micro') },
      ),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('area', '比表面积', 150),
      perSample('full', '介孔全等温线', 260),
      perSample('micro', '全孔分析', 450),
    ],
    urgentPercent: 150,
    addOns: [addOn('otherGas', '氮气以外的气体', 150), addOn('degasHour', '超时脱气', 10, '小时')],
  },
  content: {
    intro: ['在液氮等恒温下测量气体在不同相对压力的吸附量，由多点 BET 方程得到比表面积，由等温线得到孔径分布与孔容。'],
    requirements: requirementsOf({
      powder: { least: '0.1–0.5 g', size: '干燥；总表面积宜大于 5 m²' },
      block: { size: '可装入内径 9 mm 样品管，或允许破碎' },
      film: '表面积不足，请提供刮下的粉末',
      liquid: '不接受液体',
      fibre: { least: '0.1–0.5 g', size: '可剪碎装管' },
    }),
    suitability: [
      { words: ['含水', '浆料', '湿'], effect: 'warn', why: '湿样脱气时间长，按干燥后的质量计算；请尽量烘干后送样' },
    ],
    consumed: false,
    notices: ['脱气温度由您确认，样品因过热分解不重测', '样品受热放出酸性或有机蒸气的，请先处理或换用其他方法'],
    instruments: [{ name: '全自动比表面与孔隙分析仪', note: '微孔模型，P/P₀ 10⁻⁷–0.995，6 站脱气' }],
    results: [
      {
        title: '吸附等温线',
        text: '等温线数据、BET 比表面、孔容、孔径分布与原始报告。',
        figure: { kind: 'isotherm', shape: [0.9, 0.86, 70, 26] },
      },
    ],
    faq: questions(
      [
        '三种测试怎么选？',
        '只要比表面积选第一种；2–50 nm 介孔选第二种；含小于 2 nm 微孔的分子筛、活性炭、MOF 选第三种。',
      ],
      ['脱气温度填多少？', '在不破坏结构的前提下尽量高。不确定时请先做热重，取失重平台之前的温度。'],
      [
        'BET 的 C 值为负怎么办？',
        '说明所取压力区间不适合该样品，含微孔材料应改用更低的相对压力区间，我们会按 Rouquerol 判据选取。',
      ],
    ),
  },
})
