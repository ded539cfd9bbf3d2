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

export const flexuralImpact = project({
  slug: 'flexural-impact',
  name: '弯曲与冲击试验',
  aliases: [
    '弯曲强度',
    '弯曲模量',
    '三点弯曲',
    '冲击强度',
    '简支梁',
    '悬臂梁',
    '夏比冲击',
    'Charpy',
    'Izod',
    'flexural test',
  ],
  sketch: '塑料、金属与陶瓷的弯曲强度、弯曲模量和冲击吸收能量，按国家标准',
  tags: ['弯曲强度', '冲击', '韧性'],
  figure: {
    kind: 'stress',
    bars: [
      [72, 98, 5],
      [66, 90, 6],
    ],
    axis: '弯曲应变 / %',
  },
  typeId: 1,
  categoryId: 18,
  childId: 1801,
  daysFrom: 3,
  daysTo: 6,
  form: {
    fields: [
      choice('standard', '试验标准', [
        option('gb9341', 'GB/T 9341（塑料弯曲）', { rate: 'flexural' }),
        option('gb6569', 'GB/T 6569（精细陶瓷室温弯曲）', { rate: 'flexural' }),
        option('gb232', 'GB/T 232（金属弯曲）', { rate: 'flexural' }),
        option('gb1043', 'GB/T 1043.1（塑料简支梁冲击）', { rate: 'impact' }),
        option('gb1843', 'GB/T 1843（塑料悬臂梁冲击）', { rate: 'impact' }),
        option('gb229', 'GB/T 229（金属夏比摆锤冲击）', { rate: 'impact' }),
        option('other', '其他标准', { quote: true }),
      ]),
      text('otherStandard', '标准号与版本', 80, { required: true, ...when('standard', 'other') }),
      amount('span', '跨距', 'mm', [10, 300], {
        initial: 64,
        ...when('standard', 'gb9341', 'gb6569'),
        hint: '塑料取厚度的 16 倍；陶瓷三点弯曲为 30 mm',
      }),
      amount('speed', '加载速度', 'mm/min', [0.1, 100], {
        initial: 2,
        ...when('standard', 'gb9341', 'gb6569'),
        hint: '塑料测模量 2 mm/min；陶瓷 0.5 mm/min',
      }),
      amount('angle', '弯曲角度', '°', [30, 180], { initial: 180, ...when('standard', 'gb232') }),
      amount('mandrel', '弯心直径', 'mm', [1, 100], { ...when('standard', 'gb232') }),
      choice(
        'notch',
        '缺口',
        [
          { ...option('none', '无缺口'), ...when('standard', 'gb1043', 'gb1843') },
          { ...option('a', 'A 型（底部半径 0.25 mm）', { charge: 'notch' }), ...when('standard', 'gb1043', 'gb1843') },
          { ...option('v', 'V 型（深 2 mm）', { charge: 'notch' }), ...when('standard', 'gb229') },
          { ...option('u', 'U 型（深 2 或 5 mm）', { charge: 'notch' }), ...when('standard', 'gb229') },
          option('ready', '已加工缺口'),
        ],
        { ...when('standard', 'gb1043', 'gb1843', 'gb229'), initial: 'ready' },
      ),
      choice('temperature', '温度', [option('room', '室温（23 ± 2 ℃）'), option('low', '低温', { charge: 'low' })]),
      amount('celsius', '试验温度', '℃', [-70, 0], { step: 1, ...when('temperature', 'low') }),
      text('bar', '试样尺寸', 80, { required: true, hint: '如 80×10×4 mm；金属冲击 55×10×10 mm' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('flexural', '弯曲试验（一组）', 60), perSample('impact', '冲击试验（一组）', 80)],
    urgentPercent: 150,
    addOns: [addOn('notch', '加工缺口', 60), addOn('low', '低温', 120)],
  },
  content: {
    intro: [
      '弯曲试验给出材料在弯曲下的强度与模量，适合脆性材料；冲击试验以摆锤打断试样，由吸收的能量评价韧性与缺口敏感性。',
      '一个样品指同一材料的一组平行试样。',
    ],
    requirements: requirementsOf({
      powder: '粉末须先成型，陶瓷须烧结并磨平',
      block: {
        least: '5 根',
        size: '塑料 80×10×4 mm；陶瓷 3×4×≥ 36 mm；金属冲击 3 根 55×10×10 mm',
        note: '塑料冲击 10 根',
      },
      film: '薄膜太软，请做拉伸',
      liquid: '不接受液体',
      fibre: '纤维请做拉伸；复合材料按块体送样',
    }),
    suitability: [
      { forms: ['film', 'fibre'], effect: 'refuse', why: '薄膜与纤维不能支撑弯曲或冲击', instead: 'tensile' },
      { forms: ['powder'], effect: 'refuse', why: '粉末须先成型', instead: 'hardness' },
      { words: ['橡胶', '硅胶', '弹性体'], effect: 'warn', why: '弹性体弯而不断，请做拉伸', instead: 'tensile' },
    ],
    consumed: true,
    notices: [
      '塑料在 23 ℃、50% 相对湿度下状态调节不少于 16 小时，已计入周期',
      '塑料弯曲以 3.5% 应变为限，到限未断的报告规定挠度时的应力',
      '冲击强度必须同时注明缺口类型与是否断裂（C、H、P、N），不同缺口不可比较',
    ],
    instruments: [
      { name: '电子万能试验机', note: '50 kN 与 500 N 传感器，三点与四点弯曲夹具' },
      { name: '摆锤冲击试验机', note: '塑料 1–25 J，金属 150 J 与 300 J，低温槽 -70 ℃' },
    ],
    results: [
      {
        title: '弯曲曲线与冲击能量',
        text: '每根试样的力–挠度数据或吸收能量、破坏类型，平均值与标准偏差，断后照片。',
        figure: {
          kind: 'stress',
          bars: [
            [58, 84, 7],
            [54, 80, 8],
            [60, 86, 6],
          ],
          axis: '弯曲应变 / %',
        },
      },
    ],
    faq: questions(
      ['简支梁与悬臂梁可以换算吗？', '不能。支承方式与单位面积的算法不同，只能与同一方法的结果比较。'],
      ['弯曲强度为什么比拉伸高？', '弯曲只有外表面达到最大应力，参与的体积小，缺陷少，脆性材料尤其明显。'],
      ['陶瓷要多少根？', '平均值 10 根以上；要做韦布尔分布建议 30 根。'],
    ),
  },
})
