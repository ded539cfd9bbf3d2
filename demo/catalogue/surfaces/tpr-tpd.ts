import { addOn, amount, choice, option, perSample, project, questions, requirementsOf, when } from '../authoring.ts'

export const tprTpd = project({
  slug: 'tpr-tpd',
  name: '程序升温与化学吸附（TPR/TPD）',
  aliases: ['程序升温还原', '程序升温脱附', '化学吸附', 'TPR', 'TPD', 'TPO', 'H2-TPR', 'NH3-TPD', 'CO2-TPD', '酸量'],
  sketch: 'H₂-TPR、NH₃-TPD、CO₂-TPD 与脉冲化学吸附，至 900 ℃',
  tags: ['还原性', '酸碱性', '分散度'],
  figure: {
    kind: 'peaks',
    peaks: [
      [182, 62, 24],
      [412, 100, 46],
    ],
    axis: '温度 / ℃',
  },
  typeId: 1,
  categoryId: 13,
  childId: 1302,
  daysFrom: 4,
  daysTo: 7,
  form: {
    fields: [
      choice('content', '测试内容', [
        option('tpr', 'H₂-TPR 程序升温还原', { rate: 'tpr' }),
        option('nh3', 'NH₃-TPD 酸量与酸强度', { rate: 'tpd' }),
        option('co2', 'CO₂-TPD 碱量', { rate: 'tpd' }),
        option('tpo', 'O₂-TPO 程序升温氧化', { rate: 'tpr' }),
        option('pulse', '脉冲化学吸附（分散度）', { rate: 'pulse' }),
      ]),
      choice('gas', '脉冲气体', [option('co', 'CO'), option('h2', 'H₂')], {
        ...when('content', 'pulse'),
        hint: 'Pt、Pd 用 CO 或 H₂；Ru、Ni 用 H₂',
      }),
      amount('metal', '金属负载量', 'wt%', [0.05, 60], { ...when('content', 'pulse') }),
      choice('pretreatGas', '预处理气氛', [
        option('argon', 'Ar'),
        option('helium', 'He'),
        option('air', '空气'),
        option('h2', '10% H₂/Ar'),
      ]),
      amount('pretreat', '预处理温度', '℃', [100, 600], {
        step: 5,
        initial: 300,
        hint: '不得高于制备时的焙烧温度，以免改变样品',
      }),
      amount('pretreatTime', '预处理时间', 'min', [10, 240], { step: 10, initial: 60 }),
      amount('adsorb', '吸附温度', '℃', [30, 200], {
        step: 5,
        initial: 100,
        ...when('content', 'nh3', 'co2'),
        hint: 'NH₃ 常用 100 ℃，避免物理吸附；CO₂ 常用 50 ℃',
      }),
      choice('ramp', '升温速率', [option('r10', '10 ℃/min'), option('r5', '5 ℃/min', { charge: 'slow' })]),
      amount('to', '终止温度', '℃', [300, 900], {
        step: 10,
        initial: 700,
        ...when('content', 'tpr', 'nh3', 'co2', 'tpo'),
      }),
      choice(
        'detector',
        '检测器',
        [option('tcd', '热导 TCD'), option('ms', 'TCD ＋ 质谱', { charge: 'massSpectrometer' })],
        { hint: '脱附物不止一种（如样品自身分解出水与 CO₂）时请选质谱' },
      ),
      choice('blank', '空白实验', [
        option('no', '不做'),
        option('yes', '不吸附气体，同条件再测一次', { charge: 'blank' }),
      ]),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('tpr', '程序升温还原或氧化', 240),
      perSample('tpd', '程序升温脱附', 280),
      perSample('pulse', '脉冲化学吸附', 320),
    ],
    urgentPercent: 150,
    addOns: [
      addOn('slow', '慢速升温', 80),
      addOn('massSpectrometer', '质谱检测', 200),
      addOn('blank', '空白实验', 150),
    ],
  },
  content: {
    intro: [
      '在升温过程中连续检测气体的消耗或脱附：还原峰的位置反映氧化物的还原难易，氨与二氧化碳的脱附峰反映酸碱中心的强弱与数量，脉冲化学吸附给出金属的分散度与粒径。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 100 mg', size: '压片后筛分至 20–60 目最好；干燥' },
      block: { least: '≥ 200 mg', size: '请破碎到 20–60 目' },
      film: '请刮取粉末后送样',
      liquid: '请干燥或焙烧成粉末后送样',
      fibre: { least: '≥ 100 mg', size: '剪碎，可装入 U 形石英管' },
    }),
    suitability: [
      {
        contains: ['S', 'F', 'Cl', 'Br', 'I', 'Hg', 'As'],
        effect: 'warn',
        why: '含硫、卤素、汞、砷的样品升温会放出腐蚀气体，损坏热导丝，请说明含量',
        instead: 'tg-dsc',
      },
      {
        words: ['mof', 'zif', '聚合物', '树脂'],
        effect: 'warn',
        why: '有机骨架受热分解，脱附信号会被分解产物掩盖，请先做热重；已焙烧的衍生物除外',
        instead: 'tg-dsc',
      },
      { hazards: ['explosive'], effect: 'refuse', why: '不能在程序升温下测爆炸性样品' },
    ],
    consumed: true,
    notices: [
      '升温终止温度不得超过样品的分解温度，请先做热重',
      '峰面积按标定气换算为 mmol/g；未做标定气的结果只能比较峰位',
      '含水样品须充分预处理，水也会在 TCD 上给出峰',
    ],
    instruments: [{ name: '全自动化学吸附仪', note: 'TCD 与四极杆质谱，室温–900 ℃，升温 1–20 ℃/min' }],
    results: [
      {
        title: '程序升温曲线与峰面积',
        text: '温度与信号数据，各峰的温度、面积、耗氢或脱附量（mmol/g），脉冲吸附的分散度与粒径。',
        figure: {
          kind: 'peaks',
          peaks: [
            [165, 100, 34],
            [352, 48, 52],
          ],
          axis: '温度 / ℃',
        },
      },
    ],
    faq: questions(
      [
        '酸强度怎么看？',
        '脱附温度越高，酸性越强。习惯上 100–250 ℃ 为弱酸，250–400 ℃ 为中强酸，400 ℃ 以上为强酸，边界随仪器与样品略有不同。',
      ],
      ['NH₃-TPD 能区分 B 酸和 L 酸吗？', '不能，氨在两种酸位上都吸附。请做吡啶红外。'],
      ['分散度怎么算？', '由吸附量、金属负载量与吸附计量比（如 CO : Pt = 1）计算；计量比不同结果不同，报告写明。'],
    ),
  },
})
