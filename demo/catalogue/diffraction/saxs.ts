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

export const saxs = project({
  slug: 'saxs',
  name: 'X 射线小角与广角散射（SAXS/WAXS）',
  aliases: [
    '小角散射',
    '小角X射线散射',
    '广角散射',
    '长周期',
    'SAXS',
    'WAXS',
    'GISAXS',
    'small-angle X-ray scattering',
  ],
  sketch: '1–100 nm 的颗粒、孔、片晶与有序结构，透射与掠入射',
  tags: ['纳米结构', '长周期', '取向'],
  figure: {
    kind: 'peaks',
    peaks: [
      [0.62, 100, 0.05],
      [1.07, 34, 0.05],
      [1.24, 22, 0.05],
    ],
    axis: 'q / nm⁻¹',
  },
  typeId: 1,
  categoryId: 11,
  childId: 1102,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('mode', '测试模式', [
        option('saxs', 'SAXS（q 0.07–3 nm⁻¹）', { rate: 'single' }),
        option('waxs', 'WAXS（q 3–40 nm⁻¹）', { rate: 'single' }),
        option('both', 'SAXS ＋ WAXS', { rate: 'both' }),
        option('grazing', '掠入射 GISAXS', { rate: 'grazing' }),
      ]),
      amount('exposure', '曝光时间', 'min', [1, 120], { step: 1, initial: 10, hint: '稀溶液与弱散射样品 30–60 min' }),
      amount('incidence', '掠入射角', '°', [0.1, 2], { step: 0.05, initial: 0.2, ...when('mode', 'grazing') }),
      choice('background', '背景', [
        option('cell', '扣除空样品池或胶带'),
        option('solvent', '扣除溶剂或基底（随样寄送）', { charge: 'background' }),
      ]),
      text('solvent', '溶剂或基底', 80, { required: true, ...when('background', 'solvent') }),
      choice('absolute', '强度', [
        option('relative', '相对强度'),
        option('absolute', '绝对强度 cm⁻¹', { charge: 'absolute' }),
      ]),
      amount('thickness', '样品厚度', 'mm', [0.01, 3], {
        ...when('absolute', 'absolute'),
        hint: '换算绝对强度需要厚度',
      }),
      choice('temperature', '温度', [option('room', '室温'), option('variable', '变温', { charge: 'variable' })]),
      amount('celsius', '目标温度', '℃', [-20, 300], { step: 1, ...when('temperature', 'variable') }),
      choices('analysis', '数据处理', [
        option('integrate', '一维积分曲线'),
        option('orientation', '取向度', { charge: 'analysis' }),
        option('lamella', '长周期与片晶厚度', { charge: 'analysis' }),
        option('size', '粒径分布拟合', { charge: 'analysis' }),
      ]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('single', '散射测试', 200),
      perSample('both', '小角与广角', 300),
      perSample('grazing', '掠入射小角', 350),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('background', '溶剂或基底背景', 100),
      addOn('absolute', '绝对强度标定', 80),
      addOn('variable', '变温', 150),
      addOn('analysis', '结构分析', 120, '项'),
    ],
  },
  content: {
    intro: [
      '小角散射反映 1–100 nm 尺度的电子密度起伏，给出颗粒与孔的尺寸、层间距与有序结构；广角散射反映原子尺度的晶格。结果是整个照射体积的平均，与电镜互补。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 50 mg', size: '研细，干燥' },
      block: { size: '10×10 mm，厚 0.5–1.5 mm（金属 ≤ 0.05 mm）' },
      film: { size: '≥ 10×10 mm；厚 0.1–1 mm，可叠层', note: '掠入射请用平整硅片' },
      liquid: { least: '≥ 0.2 mL', size: '1–20 mg/mL，附同批溶剂', refused: '腐蚀石英毛细管的样品（HF、强碱）' },
      fibre: { least: '≥ 50 mg', size: '平行成束，标明纤维轴' },
    }),
    suitability: [
      {
        contains: ['Pb', 'Bi', 'W', 'Au', 'Pt', 'U'],
        effect: 'warn',
        why: '重元素对 X 射线吸收强，透射信号可能过弱，请减薄或稀释',
        instead: 'tem',
      },
      { forms: ['block'], effect: 'warn', why: '块体过厚时 X 射线不能透过，只求物相请做衍射', instead: 'xrd' },
      { hazards: ['radioactive'], effect: 'refuse', why: '本实验室不接收放射性样品' },
    ],
    consumed: false,
    notices: [
      'q = 4π sinθ/λ，d = 2π/q；请按目标尺寸核对 q 范围',
      '溶液样品须附同批溶剂，否则不能扣除背景',
      '多分散样品的粒径拟合不唯一，模型写入报告',
    ],
    instruments: [{ name: 'X 射线散射仪', note: 'Cu Kα 微焦源，二维探测器，真空光路，q 0.07–40 nm⁻¹' }],
    results: [
      {
        title: '二维图与一维曲线',
        text: '原始二维图像、I(q) 三列数据（q、强度、误差）与背景扣除记录。',
        figure: {
          kind: 'peaks',
          peaks: [
            [0.45, 100, 0.12],
            [0.9, 18, 0.12],
          ],
          axis: 'q / nm⁻¹',
        },
      },
    ],
    faq: questions(
      [
        '和 XRD 小角有什么不同？',
        '衍射仪的小角约从 0.5° 起，最大只到十几纳米；散射仪真空光路可低至 0.1°，并能给出绝对强度与取向。',
      ],
      [
        '曲线没有峰，能得到尺寸吗？',
        '可以。低 q 区的斜率给出回转半径（Guinier，q·Rg < 1.3），高 q 区的幂次反映界面是否光滑。',
      ],
      ['结果与电镜粒径不同？', '散射按体积平方加权，大颗粒贡献大；电镜按个数统计。比较前须换算到同一基准。'],
    ),
  },
})
