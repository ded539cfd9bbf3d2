import { amount, choice, choices, noSamples, option, project, questions, text, upload, when } from '../authoring.ts'

export const illustration = project({
  slug: 'illustration',
  name: '科研绘图',
  aliases: ['科研绘图', '论文插图', '期刊封面', 'TOC', '图文摘要', '机理图', '三维绘图', 'graphical abstract'],
  sketch: '图文摘要、机理示意、三维结构与期刊封面，由绘图师评估后报价',
  tags: ['示意图', '封面', '图文摘要'],
  figure: { kind: 'layers', labels: ['正极', '隔膜', '负极', '集流体'] },
  typeId: 3,
  categoryId: 42,
  childId: 4202,
  daysFrom: 3,
  daysTo: 10,
  form: {
    fields: [
      choice('kind', '图的种类', [
        option('scheme', '机理或流程示意图'),
        option('toc', '图文摘要（TOC）'),
        option('model', '三维结构模型'),
        option('cover', '期刊封面'),
        option('plot', '数据图美化与组图'),
      ]),
      amount('count', '数量', '幅', [1, 30], { step: 1, initial: 1 }),
      amount('width', '成图宽度', 'mm', [20, 420], {
        initial: 170,
        hint: '单栏约 85 mm，双栏约 170 mm，封面按期刊要求',
      }),
      choice('resolution', '分辨率', [option('d300', '300 dpi'), option('d600', '600 dpi'), option('vector', '矢量')]),
      text('journal', '投稿期刊', 80, { hint: '用来核对尺寸、字体与色彩要求' }),
      text('story', '要表达的内容', 1000, {
        required: true,
        multiline: true,
        hint: '写清主角、过程与结论，可标注必须出现的文字',
      }),
      upload('references', '草图与参考', ['png', 'jpg', 'jpeg', 'pdf', 'pptx', 'cif', 'zip'], {
        hint: '手绘草图最有用；参考图只用于风格，不复制',
      }),
      choices(
        'formats',
        '交付格式',
        [option('tif', 'TIFF'), option('pdf', 'PDF'), option('ai', 'AI 源文件'), option('pptx', 'PPT')],
        {
          required: true,
          initial: ['tif', 'pdf'],
        },
      ),
      text('coverIssue', '封面卷期与截止日期', 60, { required: true, ...when('kind', 'cover') }),
    ],
  },
  rule: { kind: 'quote' },
  content: {
    intro: ['把研究内容画成清楚、准确、符合期刊要求的图。绘图师有材料与化学背景，先出线稿确认结构与逻辑，再上色建模。'],
    requirements: noSamples('无需寄样，请上传草图'),
    consumed: false,
    notices: [
      '报价含一次线稿与两次修改，之后按工时计',
      '不绘制、不修饰电镜照片与谱图等原始数据',
      '著作权归委托方，未经同意不作展示',
    ],
    instruments: [{ name: '绘图软件', note: '矢量与三维建模软件，成图附字体与色彩说明' }],
    results: [
      {
        title: '成图与源文件',
        text: '按期刊尺寸与分辨率导出，附可编辑源文件。',
        figure: { kind: 'layers', labels: ['TiO₂', '钙钛矿', '电极'] },
      },
    ],
    faq: questions(
      ['多久能出图？', '示意图约 3–5 个工作日，三维封面约 7–10 个工作日，从确认线稿算起。'],
      ['投稿后审稿人要求改图怎么办？', '结构不变的文字与配色调整免费一次；重画按增量报价。'],
      ['可以帮忙处理电镜照片吗？', '只做裁切、标尺与排版，不改变图像内容，这是学术规范的要求。'],
    ),
  },
})
