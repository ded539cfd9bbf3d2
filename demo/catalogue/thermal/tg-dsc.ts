import {
  addOn,
  addOnOnce,
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
  yesNo,
} from '../authoring.ts'

export const tgDsc = project({
  slug: 'tg-dsc',
  name: '同步热分析（TG-DSC）',
  aliases: ['热重', '热重分析', '差示扫描量热', '同步热分析', 'TG-DSC', 'TGA', 'DSC', 'STA'],
  sketch: '室温至 1500 ℃ 的质量与热流同步测量，多种气氛',
  tags: ['热稳定性', '热流', '气氛'],
  figure: {
    kind: 'tga',
    steps: [
      [110, 5],
      [420, 38],
      [760, 12],
    ],
  },
  typeId: 1,
  categoryId: 15,
  childId: 1501,
  daysFrom: 3,
  daysTo: 5,
  form: {
    fields: [
      amount('from', '起始温度', '℃', [25, 1400], { step: 1, initial: 30 }),
      amount('to', '终止温度', '℃', [60, 1500], { step: 1, initial: 800, above: 'from' }),
      choice('rate', '升温速率', [
        option('r10', '10 K/min'),
        option('r5', '5 K/min', { charge: 'baseline' }),
        option('r20', '20 K/min', { charge: 'baseline' }),
      ]),
      choice('atmosphere', '气氛', [
        option('n2', 'N₂'),
        option('ar', 'Ar'),
        option('air', '空气'),
        option('o2', 'O₂'),
        option('mixed', '混合气', { charge: 'baseline' }),
      ]),
      text('mixture', '混合气组成', 60, {
        required: true,
        ...when('atmosphere', 'mixed'),
        hint: '如 3% H₂/Ar；可燃气不超过爆炸下限（氢气 4%）',
      }),
      amount('flow', '流量', 'mL/min', [10, 100], { step: 5, initial: 50 }),
      choice(
        'crucible',
        '坩埚',
        [
          option('alumina', 'Al₂O₃'),
          option('platinum', 'Pt', { charge: 'platinum' }),
          { ...option('aluminium', 'Al'), upTo: { field: 'to', most: 600 } },
        ],
        { hint: '金属与高温含硅样品勿用铂；终止温度不超过 600 ℃ 时可选铝坩埚' },
      ),
      choices(
        'corrosive',
        '是否含有',
        [
          { ...option('none', '均不含'), alone: true },
          option('halogen', '卤素'),
          option('sulphur', '硫'),
          option('phosphorus', '磷'),
        ],
        { required: true, hint: '卤素、硫、磷分解后腐蚀炉体，必须如实申报' },
      ),
      yesNo('ms', '联用质谱 TG-MS', { price: [{ charge: 'massSpectrometry' }] }),
      text('masses', '关注的质荷比', 100, { required: true, ...when('ms', true), hint: '如 18、44、28' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [perSample('run', 'TG-DSC 测试', 150, '次')],
    urgentPercent: 150,
    addOns: [
      addOnOnce('baseline', '另做基线', 100, '条'),
      addOn('platinum', '铂坩埚', 30),
      addOn('massSpectrometry', 'TG-MS 联用', 300, '次'),
    ],
  },
  content: {
    intro: ['在程序升温中同时测量质量变化与热流，得到分解温度、失重比例、熔点、相变与反应热。'],
    requirements: requirementsOf({
      powder: { least: '≥ 10 mg', size: '干燥' },
      block: { size: '≤ Φ3×2 mm' },
      film: { least: '≥ 10 mg', size: '可剪碎' },
      liquid: { least: '≥ 1 mL', refused: '沸点很低、爆沸的液体' },
      fibre: { least: '≥ 10 mg', size: '可剪碎' },
    }),
    suitability: [
      { words: ['硝化纤维', '叠氮', '高氯酸', '苦味酸'], effect: 'refuse', why: '受热可能爆燃，不接收含能材料' },
      { contains: ['F', 'Cl', 'Br', 'I'], effect: 'warn', why: '分解放出卤化氢会腐蚀坩埚与天平，可能提前停止升温' },
    ],
    consumed: true,
    notices: [
      '样品测试后消耗，不能退回',
      '含卤素、硫、磷必须申报；瞒报造成的炉体损坏由委托方承担',
      '易爆、剧烈放热的含能材料拒收',
    ],
    instruments: [{ name: '同步热分析仪', note: '室温–1500 ℃，天平灵敏度 0.1 µg' }],
    results: [
      {
        title: 'TG-DSC 曲线',
        text: '温度、时间、质量、DTG 与热流数据 .xlsx，附条件。',
        figure: {
          kind: 'tga',
          steps: [
            [110, 5],
            [420, 38],
            [760, 12],
          ],
        },
      },
      {
        title: '热流曲线',
        text: '同一次升温的热流，标明吸放热方向，给出峰温与焓值。',
        figure: {
          kind: 'heatflow',
          events: [
            [110, -40, 18],
            [420, -30, 26],
            [760, -52, 34],
          ],
        },
      },
    ],
    faq: questions(
      [
        '为什么换升温速率要另收基线？',
        '基线与速率、气氛、坩埚一一对应，10 K/min 单一气体的基线是现成的，其他条件须先跑一条空白。',
      ],
      ['开始阶段质量增加是怎么回事？', '多为浮力效应或氧化增重。扣除基线后仍增加，则可能是样品与气氛反应。'],
      ['样品要多少？', '常规 5–10 mg；分解剧烈的 2–3 mg；失重很小的可适当增加。'],
    ),
  },
})
