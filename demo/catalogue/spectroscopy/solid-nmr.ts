import {
  addOn,
  amount,
  choice,
  option,
  project,
  questions,
  requirementsOf,
  text,
  upload,
  when,
  yuan,
} from '../authoring.ts'

export const solidNmr = project({
  slug: 'solid-nmr',
  name: '固体核磁共振（ssNMR）',
  aliases: ['固体核磁', '魔角旋转', '交叉极化', 'ssNMR', 'MAS NMR', 'CP/MAS', '29Si', '27Al', 'solid-state NMR'],
  sketch: '¹³C、²⁹Si、²⁷Al、³¹P 等固体谱，魔角旋转最高 15 kHz',
  tags: ['魔角旋转', '交叉极化', '不溶样品'],
  figure: {
    kind: 'peaks',
    peaks: [
      [-92, 28, 4],
      [-101, 66, 5],
      [-110, 100, 6],
    ],
    axis: 'δ / ppm',
  },
  typeId: 1,
  categoryId: 16,
  childId: 1603,
  daysFrom: 5,
  daysTo: 10,
  form: {
    fields: [
      choice('nucleus', '观测核', [
        option('c13', '¹³C'),
        option('si29', '²⁹Si'),
        option('al27', '²⁷Al'),
        option('p31', '³¹P'),
        option('f19', '¹⁹F'),
        option('b11', '¹¹B'),
        option('li7', '⁷Li'),
        option('n15', '¹⁵N'),
        option('other', '其他核', { quote: true }),
      ]),
      choice(
        'excitation',
        '激发方式',
        [
          { ...option('cp', 'CP 交叉极化'), ...when('nucleus', 'c13', 'si29', 'p31', 'n15') },
          option('dp', 'DP 单脉冲（可定量）'),
          { ...option('toss', 'CP-TOSS（压制边带）', { charge: 'toss' }), ...when('nucleus', 'c13') },
        ],
        { initial: 'dp', hint: 'CP 灵敏，但峰面积不能定量；要定量请选单脉冲并给足弛豫时间' },
      ),
      choice('rotor', '转子', [
        option('mm4', '4 mm（最高 15 kHz，约 100 mg）'),
        option('mm7', '7 mm（最高 7 kHz，约 400 mg）'),
      ]),
      amount('spin', '魔角旋转速度', 'kHz', [3, 7], { step: 0.5, initial: 5, ...when('rotor', 'mm7') }),
      amount('fastSpin', '魔角旋转速度（4 mm）', 'kHz', [5, 15], { step: 0.5, initial: 10, ...when('rotor', 'mm4') }),
      amount('contact', '接触时间', 'ms', [0.1, 10], { initial: 2, ...when('excitation', 'cp', 'toss') }),
      amount('delay', '弛豫延迟', 's', [0.2, 300], {
        initial: 5,
        hint: '定量须不少于 5 倍 T₁；²⁹Si 单脉冲常需 60 s 以上，²⁷Al 约 0.5 s',
      }),
      amount('hours', '每个样品的机时', '小时', [1, 48], {
        step: 1,
        initial: 2,
        hint: '²⁷Al、³¹P 约 1 小时；¹³C CP 约 2–4 小时；²⁹Si 单脉冲 8 小时以上',
      }),
      text('structure', '预期结构或物种', 200, { hint: '如 Q³/Q⁴ 比例、四配位与六配位铝' }),
      upload('image', '结构式', ['png', 'jpg', 'pdf', 'cdx'], { most: 2 }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'hours',
        label: '固体核磁机时',
        basis: '小时',
        unitFen: yuan(260),
        quantityField: 'hours',
        leastQuantity: 1,
        perSample: true,
        tiers: [{ above: 4, unitFen: yuan(150) }],
      },
    ],
    urgentPercent: 150,
    addOns: [addOn('toss', 'TOSS 压制边带', 80)],
  },
  content: {
    intro: [
      '样品在与磁场成 54.7° 的轴上高速旋转，平均掉偶极作用与化学位移各向异性，使固体也能得到分辨的谱线，适合分子筛、聚合物、药物晶型、电池材料等不溶样品。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 100 mg（7 mm 转子 ≥ 400 mg）', size: '干燥、研细、无硬块' },
      block: { least: '≥ 200 mg', size: '能磨成粉末；金属与导体不接受' },
      film: { least: '≥ 200 mg', size: '剪成碎片，能装紧转子' },
      liquid: '溶液请做液体核磁',
      fibre: { least: '≥ 200 mg', size: '剪碎至 2 mm 以下' },
    }),
    suitability: [
      { hazards: ['magnetic'], effect: 'refuse', why: '磁性样品在转子中受力，会损坏探头', instead: 'epr' },
      { hazards: ['explosive'], effect: 'refuse', why: '高速旋转会摩擦发热，不能测爆炸性样品' },
      {
        contains: ['Fe', 'Co', 'Ni', 'Mn', 'Gd', 'Dy', 'Ho', 'Er', 'Cr', 'Cu'],
        effect: 'warn',
        why: '顺磁离子使谱线展宽甚至消失，请说明含量',
        instead: 'epr',
      },
      { forms: ['liquid'], effect: 'refuse', why: '溶液的谱线更窄，应做液体核磁', instead: 'nmr' },
    ],
    consumed: false,
    notices: [
      '吸潮样品在手套箱中装样，请注明',
      '转速须使旋转边带落在谱峰之外，工程师会据此微调',
      '导电样品会发热并使探头失谐，请与干燥石英粉混合后再测',
    ],
    instruments: [{ name: '400 MHz 宽腔固体核磁共振谱仪', note: '4 mm 与 7 mm 双共振探头，¹H 去耦 80 kHz' }],
    results: [
      {
        title: '谱图与原始 FID',
        text: '原始目录、JCAMP-DX 与处理后的 PDF；需要时给出去卷积的各物种面积。',
        figure: {
          kind: 'peaks',
          peaks: [
            [4, 40, 6],
            [56, 100, 7],
            [30, 18, 8],
          ],
          axis: 'δ / ppm',
        },
      },
    ],
    faq: questions(
      ['为什么 CP 谱不能定量？', '各碳的交叉极化效率随与氢的距离和运动而不同，面积不与数目成正比。'],
      ['²⁷Al 的五配位信号真实吗？', '四极核谱线受四极作用影响，一维谱不易定量；必要时请做高场或 MQMAS（需报价）。'],
      ['两侧等间隔的小峰是什么？', '旋转边带，间距等于转速。换转速后位置移动，即可辨认。'],
    ),
  },
})
