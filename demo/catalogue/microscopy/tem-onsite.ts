import {
  addOn,
  amount,
  choice,
  choices,
  option,
  project,
  questions,
  requirementsOf,
  text,
  when,
  yesNo,
  yuan,
} from '../authoring.ts'

export const temOnsite = project({
  slug: 'tem-onsite',
  name: '透射电镜现场与云视频',
  aliases: ['透射现场', '透射电镜机时', '透射云视频', '电镜云现场', 'HRTEM 现场'],
  sketch: '按 0.5 小时预约场发射透射电镜，到场或云视频实时选区、换倍率、做衍射',
  tags: ['机时', '云视频', '透射'],
  figure: { kind: 'lattice', spacing: 0.34 },
  typeId: 2,
  categoryId: 21,
  childId: 2102,
  daysFrom: 0,
  daysTo: 1,
  form: {
    fields: [
      choice('place', '参与方式', [option('remote', '云视频'), option('onsite', '到现场')]),
      text('meeting', '云视频联系方式', 60, {
        required: true,
        ...when('place', 'remote'),
        hint: '会议邀请发到此手机号或邮箱',
      }),
      choice(
        'operation',
        '操作方式',
        [option('operated', '操作员操作'), option('self', '自行操作')],
        when('place', 'onsite'),
      ),
      text('certificate', '上机资格编号', 40, {
        required: true,
        ...when('operation', 'self'),
        hint: '自行操作透射须通过本实验室两次带教考核',
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
      amount('people', '到场人数', '人', [1, 3], { step: 1, initial: 1, ...when('place', 'onsite') }),
      choices(
        'modes',
        '要用的功能',
        [
          option('morphology', '形貌与高分辨'),
          option('saed', '选区电子衍射'),
          option('stem', 'STEM（HAADF）'),
          option('eds', '能谱面扫'),
        ],
        { required: true, initial: ['morphology'] },
      ),
      choice('preparation', '制样', [
        option('ready', '载网已制好'),
        option('disperse', '到场分散滴样', { charge: 'grid' }),
      ]),
      yesNo('cleaning', '等离子清洗', {
        hint: '含有机残留的样品做 STEM 前建议清洗，减少积碳',
        price: [{ charge: 'cleaning' }],
      }),
      yesNo('nonMagnetic', '确认样品无磁性，在电子束下不放气', { required: true }),
      text('plan', '测试安排', 300, { multiline: true, hint: '样品数、目标尺寸与想看的结构' }),
    ],
  },
  rule: {
    kind: 'rated',
    rates: [
      {
        key: 'hour',
        label: '透射电镜机时',
        basis: '小时',
        unitFen: yuan(700),
        quantityField: 'slot',
        leastQuantity: 1,
        perSample: false,
      },
    ],
    addOns: [addOn('grid', '载网与滴样', 40), addOn('cleaning', '等离子清洗', 50)],
  },
  content: {
    intro: [
      '预约一段透射电镜机时，与操作员同屏找样、选区、调整倍率，当场决定是否加做衍射、STEM 或能谱。',
      '机时从插杆抽真空开始计算，最少 1 小时，按 0.5 小时递增；更换一次样品约需 15 分钟。',
    ],
    requirements: requirementsOf({
      powder: { least: '≥ 10 mg', size: '可在乙醇或水中分散，颗粒宜小于 1 µm', refused: '磁性粉末' },
      block: { size: '须已制成 Φ3 mm 薄区样品或 FIB 载网' },
      film: { size: '须已转移到载网或制成截面薄片' },
      liquid: { least: '≥ 1 mL', size: '浓度约 0.1 mg/mL，溶剂易挥发' },
      fibre: { least: '≥ 10 mg', size: '可剪碎分散' },
    }),
    consumed: true,
    notices: [
      '云视频预约请提前两天把样品寄到实验室',
      '磁性样品会损伤极靴，瞒报须赔偿',
      '开始前一天仍可取消；晚间时段另加服务费，价格在选时段时显示',
    ],
    instruments: [{ name: '场发射透射电镜', note: '200 kV，点分辨率 0.24 nm；配 HAADF 探测器、能谱与底插相机' }],
    results: [
      {
        title: '高分辨像',
        text: '当场拷贝 .dm4/.tif 原始文件，含标尺与相机常数。',
        figure: { kind: 'lattice', spacing: 0.25 },
      },
      {
        title: '选区衍射',
        text: '多晶环或单晶点阵，操作员当场协助标定。',
        figure: { kind: 'rings', radii: [26, 37, 45, 58, 68] },
      },
    ],
    faq: questions(
      ['一小时能看几个样品？', '只看形貌约 2–3 个；要高分辨、衍射和能谱都做，一小时一个较稳妥。'],
      ['云视频能自己控制电镜吗？', '不能远程操作，但可以实时看到屏幕并与操作员通话，指定区域、倍率和曝光。'],
      ['看到一半发现样品没分散好怎么办？', '可当场重新滴样，约 20 分钟，计入机时；建议事先做好 2–3 个不同浓度的载网。'],
    ),
  },
})
