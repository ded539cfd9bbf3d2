import {
  addOnOnce,
  amount,
  choice,
  choices,
  noSamples,
  option,
  project,
  questions,
  text,
  upload,
  when,
  yuan,
} from '../authoring.ts'

export const xpsFitting = project({
  slug: 'xps-fitting',
  name: 'XPS 分峰拟合',
  aliases: ['XPS分峰', '能谱分峰', '分峰拟合', 'XPS数据处理', 'Avantage', 'CasaXPS', 'XPS peak fitting'],
  sketch: '上传能谱数据，校正、分峰、定量，交付可编辑的图与约束说明',
  tags: ['分峰', '价态', '作图'],
  figure: {
    kind: 'fit',
    peaks: [
      [710.9, 100, 3.2],
      [713.4, 52, 3.4],
      [724.4, 46, 3.4],
    ],
  },
  typeId: 3,
  categoryId: 41,
  childId: 4102,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      upload('data', '能谱数据', ['vms', 'xlsx', 'xls', 'csv', 'txt', 'vgd', 'zip'], {
        required: true,
        hint: '优先 .vms 或仪器原始文件，含全谱与 C 1s；多个样品压缩为 zip',
      }),
      {
        key: 'elements',
        label: '要分峰的元素',
        kind: 'elements',
        required: true,
        most: 15,
        refused: ['H', 'He'],
        hint: '同一元素的两个轨道算一个',
      },
      amount('regions', '分峰谱数', '谱', [1, 300], { step: 1, initial: 1, hint: '样品数 × 元素数' }),
      text('samples', '样品与处理条件', 300, {
        required: true,
        multiline: true,
        hint: '组成、合成与后处理、预期的价态，是选择模型的依据',
      }),
      choice('reference', '荷电校正', [
        option('c1s', '外来碳 C 1s 284.8 eV'),
        option('sp2', '碳材料 sp² C=C 284.4 eV'),
        option('other', '其他参考峰'),
      ]),
      text('referencePeak', '参考峰与结合能', 60, {
        required: true,
        ...when('reference', 'other'),
        hint: '如 Au 4f₇/₂ 84.0 eV',
      }),
      choice(
        'background',
        '背景',
        [option('shirley', 'Shirley'), option('smart', 'Smart'), option('tougaard', 'Tougaard')],
        {
          hint: '过渡金属 2p 常用 Shirley 或 Smart，两端须取在平坦处',
        },
      ),
      choices(
        'output',
        '交付',
        [
          option('origin', 'Origin 工程文件'),
          option('ppt', 'PPT 图', { charge: 'slides' }),
          option('note', '峰位归属与文献', { charge: 'references' }),
        ],
        { required: true, initial: ['origin'] },
      ),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      { key: 'element', label: '分峰拟合', basis: '谱', unitFen: yuan(60), quantityField: 'regions', perSample: false },
    ],
    urgentPercent: 150,
    addOns: [addOnOnce('slides', 'PPT 图', 50), addOnOnce('references', '归属与文献', 80)],
  },
  content: {
    intro: [
      '对精细谱做荷电校正、扣背景与分峰，按自旋轨道分裂的间距和面积比施加约束，给出各化学态的结合能、半高宽与比例。',
      '每个样品的每个元素算一谱；无需寄样，上传数据即可开始。',
    ],
    requirements: noSamples('无需寄样，请上传数据'),
    consumed: false,
    notices: [
      '不改动原始数据点；平滑只用于显示并注明',
      '信噪比不足以区分的化学态不会硬分，会在报告中说明',
      '铁、钴、镍等有多重分裂与卫星峰，按文献的峰组拟合',
    ],
    instruments: [{ name: 'CasaXPS 与 Avantage', note: '灵敏度因子按采集仪器选取，报告中列出' }],
    results: [
      {
        title: '分峰图与参数表',
        text: '原始点、背景、各组分与包络线；结合能、半高宽、面积比、约束条件与残差。',
        figure: {
          kind: 'fit',
          peaks: [
            [529.8, 100, 1.3],
            [531.4, 48, 1.6],
            [533, 20, 1.8],
          ],
        },
      },
    ],
    faq: questions(
      [
        '为什么不能按我想要的价态比例来分？',
        '比例由数据决定。约束只来自物理关系（间距、面积比、半高宽），迎合结论的拟合我们不做。',
      ],
      [
        'C 1s 校正后其他元素仍偏 0.5 eV？',
        '外来碳与样品的电接触不同会有残余差异，应以样品内部已知峰交叉核对，并在文中写明校正方式。',
      ],
      ['只有图片没有数据可以吗？', '不可以。请向测试方索取 .vms 或 .xlsx 原始数据。'],
    ),
  },
})
