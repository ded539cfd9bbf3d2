import { addOn, amount, choice, option, project, questions, requirementsOf, when, yesNo, yuan } from '../authoring.ts'

export const hardness = project({
  slug: 'hardness',
  name: '显微硬度与纳米压痕',
  aliases: ['硬度', '显微硬度', '维氏硬度', '努氏硬度', '纳米压痕', '弹性模量', 'Vickers', 'HV', 'nanoindentation'],
  sketch: '维氏、努氏显微硬度与纳米压痕，薄膜与渗层的硬度梯度',
  tags: ['维氏硬度', '纳米压痕', '硬度梯度'],
  figure: { kind: 'indent', value: 'HV0.5 = 612' },
  typeId: 1,
  categoryId: 18,
  childId: 1801,
  daysFrom: 2,
  daysTo: 4,
  form: {
    fields: [
      choice('method', '方法', [
        option('vickers', '维氏显微硬度', { rate: 'micro' }),
        option('knoop', '努氏硬度', { rate: 'micro' }),
        option('nano', '纳米压痕（硬度与模量）', { rate: 'nano' }),
      ]),
      choice(
        'force',
        '试验力',
        [
          option('f500', '0.5 kgf（4.903 N）'),
          option('f100', '0.1 kgf（0.981 N）'),
          option('f1000', '1 kgf（9.807 N）'),
          option('f25', '0.025 kgf（0.245 N）'),
        ],
        {
          ...when('method', 'vickers', 'knoop'),
          hint: '维氏记作 HV，努氏记作 HK；压痕深度约为维氏对角线的 1/7，镀层厚度须大于对角线的 1.5 倍',
        },
      ),
      amount('dwell', '保载时间', '秒', [5, 60], {
        step: 1,
        initial: 12,
        ...when('method', 'vickers', 'knoop'),
        hint: '标准为 10–15 秒',
      }),
      amount('depth', '最大压深', 'nm', [50, 3000], {
        step: 10,
        initial: 500,
        ...when('method', 'nano'),
        hint: '薄膜压深一般不超过厚度的 1/10',
      }),
      amount('points', '每个样品测点数', '点', [3, 60], { step: 1, initial: 5 }),
      yesNo('gradient', '沿深度或距离做硬度梯度', { price: [{ charge: 'gradient' }] }),
      amount('spacing', '测点间距', 'µm', [10, 1000], {
        step: 5,
        initial: 50,
        ...when('gradient', true),
        hint: '钢、铜等不小于压痕对角线的 3 倍，铝、镁等轻金属不小于 6 倍',
      }),
      choice('polishing', '制样', [option('ready', '已抛光'), option('polish', '镶嵌抛光', { charge: 'polishing' })]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'micro',
        label: '显微硬度测点',
        basis: '点',
        unitFen: yuan(15),
        quantityField: 'points',
        leastQuantity: 5,
        perSample: true,
      },
      {
        key: 'nano',
        label: '纳米压痕测点',
        basis: '点',
        unitFen: yuan(60),
        quantityField: 'points',
        leastQuantity: 5,
        perSample: true,
      },
    ],
    urgentPercent: 150,
    addOns: [addOn('gradient', '梯度定位', 60), addOn('polishing', '镶嵌抛光', 100)],
  },
  content: {
    intro: [
      '以金刚石压头在规定试验力下压入表面，由压痕对角线或载荷–深度曲线得到硬度；纳米压痕同时给出弹性模量。维氏按 GB/T 4340.1、努氏按 GB/T 18449.1、纳米压痕按 GB/T 22458 执行。',
    ],
    requirements: requirementsOf({
      powder: '不接受散粉，请热压或镶嵌',
      block: { size: '≥ 5×5×2 mm，上下面平行，测试面抛光至镜面', note: '镶嵌样 Φ25–30 mm' },
      film: { size: '≥ 5×5 mm，膜厚请注明；基底硬度影响结果' },
      liquid: '不适用',
      fibre: '请镶嵌后抛出横截面',
    }),
    consumed: false,
    notices: ['压痕留在样品表面', '未抛光表面粗糙度大，结果离散，会先征求意见', '橡胶、凝胶等软材料请选邵氏硬度或 DMA'],
    instruments: [
      { name: '显微硬度计', note: '0.098–9.807 N，自动对焦与测量' },
      { name: '纳米压痕仪', note: '最大 500 mN，Berkovich 压头，熔石英标定' },
    ],
    results: [
      {
        title: '压痕与硬度值',
        text: '每点的对角线、硬度值与压痕照片；纳米压痕给出 P–h 曲线。',
        figure: { kind: 'indent', value: 'HV0.1 = 218' },
      },
    ],
    faq: questions(
      ['HV0.1 和 HV1 能直接比较吗？', '不能。小载荷下有压痕尺寸效应，硬度偏高，比较时应采用同一试验力。'],
      ['薄膜硬度受基底影响怎么办？', '压深控制在膜厚的 1/10 以内，或用连续刚度法取平台段。'],
      ['5 个点够吗？', '均匀材料 5 点取平均；多相或焊接组织建议 10 点以上或做梯度。'],
    ),
  },
})
