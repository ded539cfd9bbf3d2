import {
  addOnOnce,
  amount,
  choice,
  choices,
  option,
  project,
  questions,
  requirementsOf,
  text,
  yuan,
} from '../authoring.ts'

export const xrdRefinement = project({
  slug: 'xrd-refinement',
  name: 'XRD 全谱精修',
  aliases: ['XRD精修', 'Rietveld 精修', '结构精修', '定量相分析', 'GSAS', 'FullProf', '衍射精修'],
  sketch: '上传衍射数据，以 Rietveld 法精修晶胞、占位与相含量',
  tags: ['精修', '定量相', '晶胞参数'],
  figure: {
    kind: 'refinement',
    peaks: [
      [18.7, 100, 0.16],
      [36.6, 22, 0.2],
      [38.2, 12, 0.2],
      [44.4, 74, 0.2],
      [48.6, 10, 0.22],
      [58.6, 12, 0.24],
      [64.4, 16, 0.26],
    ],
  },
  typeId: 3,
  categoryId: 41,
  childId: 4101,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      amount('spectra', '谱图数', '谱', [1, 50], { step: 1, initial: 1 }),
      {
        key: 'data',
        label: '衍射数据',
        kind: 'file',
        extensions: ['raw', 'xy', 'xye', 'txt', 'dat', 'xrdml', 'zip'],
        most: 10,
        required: true,
        hint: '原始数据优先；多个谱图可压缩为 zip',
      },
      {
        key: 'model',
        label: '结构模型',
        kind: 'file',
        extensions: ['cif', 'zip'],
        most: 10,
        hint: '没有 CIF 时由我们从数据库检索',
      },
      text('instrument', '仪器参数', 200, {
        required: true,
        hint: '靶材与波长、单色器、发散狭缝、步长；有仪器参数文件请一并上传',
      }),
      choice('software', '软件', [option('gsas', 'GSAS-II'), option('fullprof', 'FullProf')]),
      {
        key: 'phases',
        label: '物相',
        kind: 'table',
        required: true,
        least: 1,
        most: 8,
        price: [{ charge: 'phase', free: 2 }],
        columns: [
          { key: 'name', label: '化学式', kind: 'text', maxLength: 60, required: true },
          { key: 'group', label: '空间群', kind: 'text', maxLength: 20 },
        ],
      },
      choices(
        'goals',
        '精修内容',
        [
          option('cell', '晶胞参数'),
          option('occupancy', '原子位置与占位', { charge: 'occupancy' }),
          option('quantity', '定量相分析', { charge: 'quantity' }),
          option('strain', '晶粒尺寸与微应变'),
        ],
        { required: true, initial: ['cell'] },
      ),
      text('remark', '已知信息', 500, { multiline: true, hint: '投料比、烧结条件、参考文献' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'spectrum',
        label: '全谱精修',
        basis: '谱',
        unitFen: yuan(200),
        quantityField: 'spectra',
        perSample: false,
      },
    ],
    urgentPercent: 150,
    addOns: [
      addOnOnce('phase', '第三相起', 60, '相'),
      addOnOnce('occupancy', '占位精修', 100),
      addOnOnce('quantity', '定量相分析', 80),
    ],
  },
  content: {
    intro: [
      'Rietveld 精修以结构模型拟合整条衍射谱，得到晶胞参数、原子占位、相含量等，并以 Rwp、χ² 与差谱评价可信度。',
      '无需寄样，上传数据即可开始。',
    ],
    requirements: requirementsOf({
      powder: '无需寄样，请上传数据',
      block: '无需寄样，请上传数据',
      film: '无需寄样；织构强的薄膜不适合精修',
      liquid: '无需寄样，请上传数据',
      fibre: '无需寄样，请上传数据',
    }),
    consumed: false,
    notices: [
      '数据范围宜 10–90° 以上、步长 ≤ 0.02°、最强峰 ≥ 10,000 计数',
      '常规快扫数据只能精修晶胞与相含量，不保证占位可靠',
    ],
    instruments: [{ name: 'GSAS-II 与 FullProf', note: '数据库检索使用 COD 等公开结构库' }],
    results: [
      {
        title: '精修报告',
        text: '拟合图（观测、计算、差值）、参数表与 CIF 文件。',
        figure: {
          kind: 'refinement',
          peaks: [
            [18.7, 100, 0.16],
            [36.6, 22, 0.2],
            [44.4, 74, 0.2],
            [64.4, 16, 0.26],
          ],
        },
      },
    ],
    faq: questions(
      ['Rwp 多少算好？', '实验室数据通常低于 10%，但要结合 Rexp、差谱与物理合理性一起看，只看数值没有意义。'],
      ['没有 CIF 可以做吗？', '可以。请给出化学式与可能的空间群，我们先做物相检索再选模型。'],
      [
        '数据不够好怎么办？',
        '开始前会先评估。若不足以完成所选内容，会与您沟通改做可行的部分或建议重测，不会直接出结果。',
      ],
    ),
  },
})
