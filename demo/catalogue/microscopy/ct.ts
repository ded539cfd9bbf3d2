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

export const ct = project({
  slug: 'ct',
  name: 'X 射线三维成像（CT）',
  aliases: ['工业CT', '显微CT', '三维成像', '孔隙率', '断层扫描', 'CT', 'micro-CT', 'nano-CT', 'X-ray tomography'],
  sketch: '不破坏样品看内部的孔隙、裂纹与纤维，体素最小 0.7 µm',
  tags: ['无损', '孔隙率', '三维'],
  figure: {
    kind: 'distribution',
    modes: [
      [18, 0.26, 1],
      [95, 0.2, 0.4],
    ],
    axis: '孔径 / µm',
  },
  typeId: 1,
  categoryId: 31,
  childId: 3105,
  daysFrom: 4,
  daysTo: 8,
  form: {
    fields: [
      choice('resolution', '分辨率', [
        option('industrial', '工业 CT（体素 10–150 µm）', { rate: 'industrial' }),
        option('micro', '显微 CT（体素 0.7–10 µm）', { rate: 'micro' }),
        option('nano', '纳米 CT（体素 < 0.1 µm）', { quote: true }),
      ]),
      amount('diameter', '扫描视场直径', 'mm', [0.5, 300], {
        initial: 10,
        hint: '体素约为视场 ÷ 2000；要 1 µm 的体素，视场不超过 2 mm',
      }),
      amount('feature', '最小关注尺寸', 'µm', [1, 5000], { hint: '须至少为体素的 3 倍' }),
      choice('energy', '管电压', [
        option('auto', '由工程师选择'),
        option('low', '40–80 kV（高分子、生物、碳材料）'),
        option('middle', '80–160 kV（陶瓷、铝）'),
        option('high', '160–225 kV（钢、铜，厚度有限）'),
      ]),
      choice(
        'load',
        '原位',
        [option('no', '不需要'), option('press', '原位压缩', { charge: 'inSitu' })],
        when('resolution', 'micro'),
      ),
      choices('analysis', '三维分析', [
        option('porosity', '孔隙率与孔径分布', { charge: 'analysis' }),
        option('fibre', '纤维取向', { charge: 'analysis' }),
        option('thickness', '壁厚', { charge: 'analysis' }),
        option('compare', '与 CAD 比对', { charge: 'analysis' }),
        option('network', '孔隙网络', { charge: 'analysis' }),
      ]),
      text('segmentation', '分割要求', 200, {
        required: true,
        ...when('analysis', 'porosity', 'fibre', 'thickness', 'network'),
        hint: '哪些是孔、哪些是相，阈值如何确定',
      }),
      choice('delivery', '交付', [
        option('slices', '切片序列 TIFF 与三维视频'),
        option('mesh', '另给 STL 网格', { charge: 'mesh' }),
      ]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('industrial', '工业 CT 扫描', 400, '次'), perSample('micro', '显微 CT 扫描', 600, '次')],
    urgentPercent: 150,
    addOns: [
      addOn('inSitu', '原位加载', 500),
      addOn('analysis', '三维分析', 200, '项'),
      addOn('mesh', 'STL 网格', 100),
    ],
  },
  content: {
    intro: [
      '样品旋转一周采集上千张 X 射线投影，重构为三维灰度体，灰度反映线吸收系数。不切样品，即可看到内部孔隙、裂纹、夹杂与结构。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 0.2 g', size: '装入塑料管，颗粒 ≥ 20 µm' },
      block: { size: '直径 ≤ 200 mm；显微 CT 宜 Φ 1–20 mm', note: '钢 ≤ 15 mm、铝 ≤ 100 mm 可穿透' },
      film: { size: '裁成 2×10 mm 竖直固定' },
      liquid: { least: '≥ 1 mL', size: '密封在塑料管内，扫描期间不得流动' },
      fibre: { least: '≥ 50 mg', size: '固定成束，不得松动' },
    }),
    suitability: [
      {
        contains: ['W', 'Pb', 'Au', 'Pt', 'U', 'Ta'],
        effect: 'warn',
        why: '高原子序数材料几乎不透 X 射线，只能扫毫米以下的薄样',
        instead: 'fib-tem',
      },
      { hazards: ['radioactive', 'explosive'], effect: 'refuse', why: '放射性与爆炸性样品不接收' },
      { forms: ['film'], effect: 'warn', why: '亚微米的薄膜看不清，请看截面', instead: 'sem' },
    ],
    consumed: false,
    notices: [
      '扫描期间样品移动超过一个体素就会模糊，软样品须固定',
      '孔隙率依赖阈值，小于 3 个体素的孔不计入；阈值写入报告',
      '原始数据常有 10–50 GB，另寄硬盘或限时下载',
    ],
    instruments: [
      { name: '显微 CT', note: '160 kV 微焦点，平板与光学耦合探测器，体素 0.7–10 µm' },
      { name: '工业 CT', note: '225 kV，视场至 300 mm' },
    ],
    results: [
      {
        title: '切片序列与三维视频',
        text: '16 位 TIFF 序列、体素尺寸与扫描条件；分析给出孔隙率、孔径分布与三维渲染。',
        figure: { kind: 'micrograph', scale: '200 µm', shape: 'section' },
      },
    ],
    faq: questions(
      ['大样品能看到 1 µm 的孔吗？', '不能。视场与体素约成 2000 : 1，请取小块，或先低倍扫整体再局部扫描。'],
      ['图中的条纹和环是什么？', '金属引起的射束硬化与探测器的环状伪影，可用滤片与校正减轻，不能完全消除。'],
      ['与压汞孔隙率不同？', 'CT 看到开孔与闭孔，但小于分辨率的看不到；压汞只进开孔。两者互补。'],
    ),
  },
})
