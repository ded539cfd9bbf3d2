import { addOn, amount, choice, option, project, questions, requirementsOf, text, when, yesNo } from '../authoring.ts'

export const semOnsite = project({
  slug: 'sem-onsite',
  name: '扫描电镜现场预约',
  aliases: ['SEM现场', 'SEM 云视频', '扫描电镜机时', '现场扫描电镜', 'SEM on site'],
  sketch: '按 0.5 小时预约热场扫描电镜，到场或云视频与操作员一起看样',
  tags: ['机时', '现场', '云视频'],
  figure: { kind: 'micrograph', scale: '1 µm', shape: 'fibres' },
  typeId: 2,
  categoryId: 21,
  childId: 2101,
  daysFrom: 0,
  daysTo: 1,
  form: {
    fields: [
      choice('place', '参与方式', [option('onsite', '到现场'), option('remote', '云视频')]),
      choice('operation', '操作方式', [option('operated', '操作员操作'), option('self', '自行操作')], {
        ...when('place', 'onsite'),
      }),
      text('certificate', '上机资格编号', 40, {
        required: true,
        ...when('operation', 'self'),
        hint: '自行操作须先通过本实验室上机培训',
      }),
      {
        key: 'slot',
        label: '预约时段',
        kind: 'slot',
        required: true,
        stepMinutes: 30,
        leastMinutes: 60,
        mostMinutes: 480,
      },
      amount('people', '到场人数', '人', [1, 4], { step: 1, initial: 1, ...when('place', 'onsite') }),
      yesNo('coating', '需要喷金', { price: [{ charge: 'coating' }] }),
      yesNo('eds', '使用能谱'),
      text('plan', '测试安排', 300, { multiline: true, hint: '样品情况与想看的内容，便于操作员准备' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'hour',
        label: '扫描电镜机时',
        basis: '小时',
        unitFen: { institute: 40_000, individual: 50_000, enterprise: 64_000 },
        quantityField: 'slot',
        leastQuantity: 1,
        perSample: false,
      },
    ],
    addOns: [addOn('coating', '喷金', 20)],
  },
  content: {
    intro: [
      '预约一段机时，在仪器旁或通过云视频与操作员同步观察，随时决定换区、换倍率或加做能谱。',
      '机时从进样抽真空开始计算，最少 1 小时，按 0.5 小时递增。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 10 mg', size: '干燥，到场后由操作员粘样', refused: '强磁性粉末' },
      block: { size: '≤ Φ32×4 mm' },
      film: { size: '约 5×5 mm' },
      liquid: '不接受液体',
      fibre: { least: '长 ≥ 5 mm' },
    }),
    consumed: false,
    notices: [
      '到场请携带样品并如实申报危害',
      '云视频预约请提前两天把样品寄到实验室',
      '开始前一天仍可取消；迟到时间计入机时',
    ],
    instruments: [{ name: '热场发射扫描电镜', note: '1 台，每时段 1 组；配能谱与离子溅射仪' }],
    results: [
      {
        title: '现场拷贝',
        text: '测试结束即可在线下载全部原始照片与能谱数据。',
        figure: { kind: 'micrograph', scale: '1 µm', shape: 'plates' },
      },
    ],
    faq: questions(
      ['一小时能测几个样品？', '常规形貌约 3–5 个；要做能谱面扫或高倍时约 1–2 个。'],
      ['可以带学生一起来吗？', '可以，同一时段最多 4 人，请填写到场人数。'],
      ['超时怎么办？', '后续时段空闲时可当场续约，按同一单价补差；已有人预约则按时结束。'],
    ),
  },
})
