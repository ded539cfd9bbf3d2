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

export const uvVis = project({
  slug: 'uv-vis',
  name: '紫外可见吸收光谱（UV-Vis）',
  aliases: ['紫外', '紫外可见', '紫外可见近红外', '漫反射', '固体紫外', '带隙', 'UV-Vis', 'UV-Vis-NIR', 'DRS', 'Tauc'],
  sketch: '溶液吸收、薄膜透过与粉末漫反射，200–2500 nm，可算光学带隙',
  tags: ['吸收', '漫反射', '带隙'],
  figure: {
    kind: 'uv',
    peaks: [
      [265, 100, 42],
      [322, 46, 60],
      [468, 70, 90],
    ],
    axis: '波长 / nm',
  },
  typeId: 1,
  categoryId: 14,
  childId: 1403,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choice('mode', '测试模式', [
        option('absorbance', '溶液吸光度'),
        option('transmittance', '薄膜透过率', { charge: 'sphere' }),
        option('reflectance', '粉末漫反射 DRS', { charge: 'sphere' }),
      ]),
      choice('band', '波段', [option('uvvis', '200–800 nm'), option('nir', '200–2500 nm', { charge: 'nearInfrared' })]),
      amount('from', '起始波长', 'nm', [200, 780], { step: 1, initial: 200, ...when('band', 'uvvis') }),
      amount('to', '终止波长', 'nm', [220, 800], { step: 1, initial: 800, above: 'from', ...when('band', 'uvvis') }),
      amount('nirFrom', '起始波长', 'nm', [200, 2400], { step: 1, initial: 200, ...when('band', 'nir') }),
      amount('nirTo', '终止波长', 'nm', [801, 2500], {
        step: 1,
        initial: 2500,
        above: 'nirFrom',
        ...when('band', 'nir'),
      }),
      choice('step', '数据间隔', [option('s1', '1 nm'), option('s05', '0.5 nm'), option('s2', '2 nm')]),
      text('solvent', '溶剂与参比', 60, {
        required: true,
        ...when('mode', 'absorbance'),
        hint: '如 乙醇；溶剂有截止波长，丙酮 330 nm 以下、甲苯 285 nm 以下不能用',
      }),
      choice(
        'cell',
        '比色皿',
        [option('quartz10', '石英 10 mm'), option('quartz1', '石英 1 mm')],
        when('mode', 'absorbance'),
      ),
      text('substrate', '基底', 60, {
        required: true,
        ...when('mode', 'transmittance'),
        hint: '请附一片空白基底作参比',
      }),
      choices('analysis', '数据处理', [
        option('tauc', 'Tauc 法求带隙', { charge: 'tauc' }),
        option('kubelka', 'Kubelka–Munk 换算'),
        option('curve', '标准曲线与浓度', { charge: 'curve' }),
      ]),
      choice(
        'transition',
        '跃迁类型',
        [option('direct', '直接带隙'), option('indirect', '间接带隙')],
        when('analysis', 'tauc'),
      ),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('base', '光谱扫描', 40)],
    urgentPercent: 150,
    addOns: [
      addOn('sphere', '积分球', 30),
      addOn('nearInfrared', '近红外波段', 30),
      addOn('tauc', '带隙计算', 30),
      addOn('curve', '标准曲线定量', 80),
    ],
  },
  content: {
    intro: ['测量样品对紫外与可见光的吸收、透过或反射，用于溶液定量、光催化剂与半导体的吸收边、薄膜的透过率。'],
    requirements: requirementsOf({
      powder: { least: '≥ 200 mg', size: '研磨均匀，可填满样品槽' },
      block: { size: '10×10 mm 至 40×40 mm，一面平整' },
      film: { size: '≥ 10×10 mm，附空白基底' },
      liquid: { least: '≥ 5 mL', size: '澄清，最大吸光度 0.2–1.0 为宜', refused: '浑浊、强腐蚀溶液' },
      fibre: { size: '织物 ≥ 20×20 mm，叠放至不透光' },
    }),
    consumed: false,
    notices: [
      '吸光度大于 2 时会稀释后重测并注明倍数',
      '见光分解的样品请避光寄送',
      '粉末测后可回收，可能混入少量硫酸钡',
    ],
    instruments: [{ name: '紫外可见近红外分光光度计', note: '双光束，185–3300 nm，配 150 mm 积分球' }],
    results: [
      {
        title: '吸收谱',
        text: '波长与吸光度（或 R%、T%）两列数据，附基线与参比说明；带隙附 Tauc 图。',
        figure: {
          kind: 'uv',
          peaks: [
            [240, 64, 40],
            [355, 100, 70],
          ],
          axis: '波长 / nm',
        },
      },
    ],
    faq: questions(
      [
        '粉末为什么测漫反射而不是吸收？',
        '粉末散射强，透过光几乎为零。用积分球收集漫反射光，再以 Kubelka–Munk 函数换算成与吸收成正比的量。',
      ],
      [
        '直接带隙还是间接带隙？',
        '由材料决定：ZnO、CdS 为直接，锐钛矿 TiO₂、Si 为间接。不确定时可两种都作，并与文献比较。',
      ],
      ['溶液太浓会怎样？', '吸光度超过约 2 时透过光不足 1%，偏离朗伯–比尔定律，须稀释或换 1 mm 比色皿。'],
    ),
  },
})
