import {
  amount,
  choice,
  choices,
  option,
  perSample,
  project,
  questions,
  requirementsOf,
  when,
  yesNo,
  yuan,
} from './authoring.ts'

export const nmr = project({
  slug: 'nmr',
  name: '液体核磁共振（NMR）',
  aliases: ['核磁共振', '核磁', '氢谱', '碳谱', '液体核磁', 'NMR', '1H NMR', '13C NMR', 'nuclear magnetic resonance'],
  sketch: '¹H、¹³C、³¹P、¹⁹F 与二维谱，400/600 MHz',
  tags: ['结构确证', '氢谱', '二维谱'],
  figure: {
    kind: 'nmr',
    peaks: [
      [1.22, 100, 3],
      [3.69, 66, 4],
      [2.61, 33, 1],
    ],
  },
  typeId: 1,
  categoryId: 16,
  childId: 1601,
  daysFrom: 2,
  daysTo: 3,
  form: {
    fields: [
      choices(
        'experiments',
        '实验',
        [
          option('h1', '¹H 氢谱', { rate: 'proton' }),
          option('c13', '¹³C 碳谱', { rate: 'hours' }),
          option('p31', '³¹P 磷谱', { rate: 'hours' }),
          option('f19', '¹⁹F 氟谱', { rate: 'hours' }),
          option('cosy', 'COSY', { rate: 'hours' }),
          option('hsqc', 'HSQC', { rate: 'hours' }),
          option('hmbc', 'HMBC', { rate: 'hours' }),
        ],
        { required: true, initial: ['h1'] },
      ),
      amount('hours', '每个样品的机时', '小时', [1, 48], {
        step: 1,
        initial: 1,
        ...when('experiments', 'c13', 'p31', 'f19', 'cosy', 'hsqc', 'hmbc'),
        hint: '碳谱 20 mg 约 1 小时；样品少一半，时间约为四倍',
      }),
      choice('field', '场强', [option('m400', '400 MHz'), option('m600', '600 MHz', { charge: 'm600' })]),
      choice('solvent', '氘代溶剂', [
        option('cdcl3', 'CDCl₃'),
        option('dmso', 'DMSO-d₆'),
        option('d2o', 'D₂O'),
        option('other', '其他', { quote: true }),
      ]),
      yesNo('solvable', '确认样品可溶于所选溶剂', { required: true }),
      { key: 'mass', label: '分子量', kind: 'number', unit: 'g/mol', min: 1, max: 100_000 },
      {
        key: 'structure',
        label: '结构式',
        kind: 'file',
        extensions: ['png', 'jpg', 'pdf', 'cdx', 'mol'],
        most: 2,
        hint: '便于核对峰归属',
      },
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      perSample('proton', '¹H 氢谱', 60),
      {
        key: 'hours',
        label: '核磁机时',
        basis: '小时',
        unitFen: yuan(200),
        quantityField: 'hours',
        leastQuantity: 1,
        perSample: true,
        tiers: [{ above: 1, unitFen: yuan(50) }],
      },
    ],
    urgentPercent: 150,
    addOns: [{ key: 'm600', label: '600 MHz', unit: '样', unitFen: yuan(80), perSample: true }],
  },
  content: {
    intro: ['液体核磁由化学位移、耦合常数与积分给出分子中各核的环境与数目，是有机结构确证的首选方法。'],
    requirements: requirementsOf({
      powder: { least: '¹H ≥ 5 mg，¹³C ≥ 20 mg', size: '可溶', refused: '含顺磁金属的样品' },
      block: '须能溶解，请提供粉末',
      film: '须能溶解，请提供粉末',
      liquid: { least: '¹H ≥ 5 mg，¹³C ≥ 20 mg（纯物质）', refused: '未除去的普通溶剂' },
      fibre: '不溶样品请做固体核磁',
    }),
    consumed: true,
    notices: ['溶于氘代溶剂的样品默认不退，如需回收请备注', '含水样品在 CDCl₃ 中分层，请先干燥'],
    instruments: [{ name: '400 MHz 与 600 MHz 核磁共振谱仪', note: '600 MHz 配低温探头' }],
    results: [
      {
        title: '谱图与原始 FID',
        text: 'JCAMP-DX 与仪器原始目录，附处理后的 PDF 谱图。',
        figure: {
          kind: 'nmr',
          peaks: [
            [1.22, 100, 3],
            [3.69, 66, 4],
            [2.61, 33, 1],
          ],
        },
      },
    ],
    faq: questions(
      ['费用怎么算？', '氢谱按样收费；其他实验按机时，首小时后每小时优惠。'],
      ['碳谱为什么要 20 mg？', '¹³C 丰度只有 1.1%，灵敏度约为氢谱的 1/5700，样品少则累加时间成平方增长。'],
      [
        '谱里多了水峰和溶剂峰？',
        '残留溶剂峰的位置已知：CDCl₃ 7.26、DMSO-d₆ 2.50、D₂O 4.79 ppm。请干燥样品以减少水峰。',
      ],
    ),
  },
})
