import {
  addOn,
  choice,
  choices,
  option,
  perSample,
  project,
  questions,
  requirementsOf,
  text,
  yesNo,
} from '../authoring.ts'

export const xps = project({
  slug: 'xps',
  name: 'X 射线光电子能谱（XPS）',
  aliases: ['X射线光电子能谱', '光电子能谱', 'XPS', 'ESCA', 'X-ray photoelectron spectroscopy'],
  sketch: '全谱与精细谱，给出表面元素组成与化学态，可刻蚀与惰性转移',
  tags: ['价态', '表面', '深度剖析'],
  figure: {
    kind: 'xps',
    peaks: [
      [284.8, 100, 1.2],
      [286.4, 34, 1.3],
      [288.7, 16, 1.3],
    ],
    names: ['C–C', 'C–O', 'O–C=O'],
  },
  typeId: 1,
  categoryId: 12,
  childId: 1201,
  daysFrom: 5,
  daysTo: 7,
  form: {
    fields: [
      yesNo('survey', '全谱', { initial: true, hint: '含在基础费用内，用于定性与校正' }),
      {
        key: 'lines',
        label: '精细谱',
        kind: 'table',
        required: true,
        least: 1,
        most: 12,
        hint: '基础费用含 3 个元素，超出按元素加收；碳 1s 用作荷电校正，请一并填写',
        price: [{ charge: 'element', free: 3 }],
        columns: [
          { key: 'element', label: '元素', kind: 'text', maxLength: 2, required: true },
          {
            key: 'orbital',
            label: '轨道',
            kind: 'choice',
            required: true,
            options: [
              option('1s', '1s'),
              option('2s', '2s'),
              option('2p', '2p'),
              option('3s', '3s'),
              option('3p', '3p'),
              option('3d', '3d'),
              option('4d', '4d'),
              option('4f', '4f'),
              option('auto', '由工程师选择'),
            ],
          },
        ],
      },
      choices('extras', '加测', [
        option('valence', '价带谱', { charge: 'valence' }),
        option('auger', '俄歇谱', { charge: 'auger' }),
      ]),
      choice('etching', '氩离子刻蚀', [
        option('none', '不刻蚀'),
        option('clean', '清洁刻蚀（约 1 nm）', { charge: 'etchStep' }),
        option('profile', '深度剖析'),
      ]),
      {
        key: 'depths',
        label: '刻蚀深度',
        kind: 'table',
        required: true,
        most: 20,
        showWhen: { field: 'etching', is: ['profile'] },
        hint: '深度以 SiO₂ 标准速率折算',
        price: [{ charge: 'etchStep' }],
        columns: [{ key: 'nm', label: '深度', kind: 'number', unit: 'nm', min: 1, max: 500, required: true }],
      },
      yesNo('inert', '惰性气氛转移', { hint: '遇空气变质的样品请选择，由手套箱转入', price: [{ charge: 'inert' }] }),
      yesNo('fitting', '分峰拟合', { price: [{ charge: 'fitting' }] }),
      text('remark', '关注的化学态', 200),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '全谱与 3 个元素精细谱', 250)],
    urgentPercent: 150,
    addOns: [
      addOn('element', '加测元素', 40, '元素'),
      addOn('valence', '价带谱', 60),
      addOn('auger', '俄歇谱', 40),
      addOn('etchStep', '刻蚀一步', 120, '步'),
      addOn('inert', '惰性转移', 150),
      addOn('fitting', '分峰拟合', 100),
    ],
  },
  content: {
    intro: [
      'X 射线光电子能谱测量被激发电子的动能，得到表面约 10 nm 内除氢、氦外各元素的含量与化学态。',
      '结合能以碳 1s 284.8 eV 校正；检出限约 0.1–1 原子百分比。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 20 mg', size: '干燥，压片上样', refused: '强磁性、易挥发粉末' },
      block: { size: '约 5×5×1–2 mm，干燥，标明测试面' },
      film: { size: '约 5×5 mm，标明测试面' },
      liquid: '请滴在硅片上干燥后送样',
      fibre: { least: '≥ 20 mg', size: '干燥' },
    }),
    suitability: [
      {
        words: ['含水', '水凝胶', '溶液', '浆料', '乳液'],
        effect: 'refuse',
        why: '含水或易挥发的样品会破坏超高真空，请先干燥',
      },
      {
        hazards: ['air_sensitive'],
        effect: 'warn',
        why: '易氧化吸潮的样品在装样时接触空气，表面价态会改变；需要真空转移请在备注中说明',
      },
    ],
    consumed: false,
    notices: [
      '请勿用手或胶带触碰测试面',
      '含硫、碘、锌等易挥发或易放气的样品请申报',
      '刻蚀会还原部分金属氧化物，价态分析请慎用',
    ],
    instruments: [
      { name: 'X 射线光电子能谱仪', note: '单色化 Al Kα（1486.6 eV），束斑 30–400 µm，配氩离子枪与惰性转移' },
    ],
    results: [
      {
        title: '能谱数据',
        text: '全谱、精细谱的 .vms 与 .xlsx 数据，已按碳 1s 校正并注明。',
        figure: {
          kind: 'xps',
          peaks: [
            [284.8, 100, 1.2],
            [286.4, 34, 1.3],
            [288.7, 16, 1.3],
          ],
          names: ['C–C', 'C–O', 'O–C=O'],
        },
      },
    ],
    faq: questions(
      ['基础费用包含什么？', '一条全谱和 3 个元素的精细谱。第 4 个元素起按元素加收。'],
      ['能测多深？', '信息深度约 10 nm。更深处需氩离子刻蚀，按步计费。'],
      ['能不能给出体相含量？', '不能，XPS 只反映表面。体相含量请选 ICP 或 XRF。'],
    ),
  },
})
