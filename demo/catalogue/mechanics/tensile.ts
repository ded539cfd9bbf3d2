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
  yesNo,
} from '../authoring.ts'

export const tensile = project({
  slug: 'tensile',
  name: '力学拉伸试验',
  aliases: ['拉伸', '拉伸强度', '断裂伸长率', '弹性模量', '屈服强度', '万能试验机', '应力应变', 'tensile test'],
  sketch: '金属、塑料、橡胶与薄膜的强度、模量和断裂伸长率，按国家标准执行',
  tags: ['强度', '模量', '断裂伸长率'],
  figure: {
    kind: 'stress',
    bars: [
      [355, 520, 24],
      [310, 470, 31],
      [420, 590, 17],
    ],
    axis: '应变 / %',
  },
  typeId: 1,
  categoryId: 18,
  childId: 1801,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      choice('standard', '试验标准', [
        option('gb1040', 'GB/T 1040（塑料）'),
        option('gb228', 'GB/T 228.1（金属，室温）'),
        option('gb528', 'GB/T 528（硫化橡胶、热塑性橡胶）'),
        option('gb1040film', 'GB/T 1040.3（薄膜与薄片）'),
        option('other', '其他标准', { quote: true }),
      ]),
      text('otherStandard', '标准号与版本', 80, { required: true, ...when('standard', 'other') }),
      amount('speed', '拉伸速度', 'mm/min', [0.1, 500], {
        initial: 50,
        hint: '刚性塑料测模量常用 1 mm/min，橡胶常用 500 mm/min，金属按应变速率折算',
      }),
      amount('gauge', '标距', 'mm', [5, 200], { initial: 50, hint: '1A 型塑料试样的标距为 75 mm，1B 型为 50 mm' }),
      text('bar', '试样类型', 60, { required: true, hint: '如 1A 型哑铃、R4 圆棒、2 型裁刀、15 mm 宽条' }),
      amount('thickness', '试样厚度', 'mm', [0.01, 30], { hint: '圆棒填直径；每根试样的实际尺寸由我们再测' }),
      choice(
        'parallel',
        '平行试样数',
        [option('five', '5 根'), { ...option('three', '3 根'), ...when('standard', 'gb228', 'gb528', 'other') }],
        { hint: '塑料不少于 5 根；橡胶不少于 3 根，结果取中位数；金属通常 3 根' },
      ),
      choice('environment', '环境温度', [
        option('room', '室温（23 ± 2 ℃）'),
        option('chamber', '高低温箱', { charge: 'chamber' }),
      ]),
      amount('celsius', '试验温度', '℃', [-60, 200], { step: 1, ...when('environment', 'chamber') }),
      yesNo('extensometer', '使用引伸计', {
        hint: '要给出弹性模量或规定塑性延伸强度 Rp0.2 时必须使用',
        price: [{ charge: 'extensometer' }],
      }),
      choice('cutting', '制样', [
        option('ready', '已制成试样'),
        option('punch', '由片材冲裁', { charge: 'punching' }),
        option('machine', '机械加工', { quote: true }),
      ]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '拉伸试验（一组）', 50)],
    urgentPercent: 150,
    addOns: [
      addOn('extensometer', '引伸计', 30),
      addOn('punching', '冲裁制样', 40),
      addOn('chamber', '高低温环境', 120),
    ],
  },
  content: {
    intro: [
      '以恒定速度拉伸试样直至断裂，由载荷与变形得到拉伸强度、屈服强度、弹性模量与断裂伸长率。',
      '一个样品指同一材料的一组平行试样，结果给出每根的数值、平均值与标准偏差。',
    ],
    requirements: requirementsOf({
      powder: '粉末不能拉伸，请先成型',
      block: { least: '5 根', size: '按标准加工，平行段无划痕、无气泡', note: '截断在夹持处的试样作废，建议多送 2 根' },
      film: { least: '5 条', size: '宽 10–25 mm，长 ≥ 150 mm，边缘无缺口', note: '请标明取样方向' },
      liquid: '不接受液体',
      fibre: { least: '20 根', size: '单纤维请先贴纸框，标距 20 mm' },
    }),
    consumed: true,
    notices: [
      '试样拉断后可寄回断口，供扫描电镜观察',
      '塑料与橡胶须在 23 ℃、50% 相对湿度下状态调节，不少于 16 小时，已计入周期',
      '最大载荷 50 kN，超出请先联系',
    ],
    instruments: [{ name: '电子万能试验机', note: '50 kN 与 500 N 传感器，准确度 0.5 级；高低温箱 -60–200 ℃' }],
    results: [
      {
        title: '应力–应变曲线',
        text: '每根试样的原始力、位移与应变数据 .xlsx，含汇总表与断后照片。',
        figure: {
          kind: 'stress',
          bars: [
            [48, 62, 9],
            [46, 59, 11],
            [50, 64, 8],
          ],
          axis: '应变 / %',
        },
      },
    ],
    faq: questions(
      ['测弹性模量为什么要用引伸计？', '横梁位移包含夹具与机架的变形，弹性段的应变很小，用它算出的模量会明显偏低。'],
      ['试样断在夹持处怎么办？', '该根数据不计入平均值，用备用试样补做；没有备用试样时按有效根数给出结果并注明。'],
      [
        '三根还是五根？',
        '塑料（GB/T 1040）不少于 5 根；橡胶（GB/T 528）不少于 3 根，报告中位数；金属离散小，通常 3 根，不宜计算标准偏差。',
      ],
    ),
  },
})
