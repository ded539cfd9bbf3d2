import type { GuideTopic } from '../../src/shop/method-guide/rules.ts'

/** Questions of customers and the methods that answer them; `project` is a slug of the demo catalogue. */
export interface DemoQuestion {
  topic: GuideTopic
  title: string
  hint: string
  methods: { project: string; answers: string; limits: string }[]
}

const to = (project: string, answers: string, limits = '') => ({ project, answers, limits })

export const demoQuestions: DemoQuestion[] = [
  {
    topic: 'composition',
    title: '样品里有哪些元素，各占多少',
    hint: '先看要多准、要测到多低的含量。',
    methods: [
      to(
        'xrf',
        '氟到铀的元素，百分之几到百分之百的含量，几分钟一个样品',
        '测不了氢、碳、氮、氧；低于百万分之几十时不可靠',
      ),
      to('icp', '金属元素的准确含量，低到十亿分之一', '样品要能消解成溶液，会消耗'),
      to('elemental-analysis', '碳、氢、氮、硫、氧的质量百分比', '只测这几种非金属元素'),
      to('epma', '微米大小区域的元素定量与分布', '需要抛光的平面'),
    ],
  },
  {
    topic: 'composition',
    title: '表面元素是什么价态',
    hint: '价态信息来自最外层几纳米。',
    methods: [
      to('xps', '表面 5–10 nm 的元素、价态与相对含量', '测不到氢；粉末与薄膜都可以，含水样品要先干燥'),
      to('tof-sims', '表面 1–2 nm 的分子碎片与同位素，含量可低到百万分之一', '难以定量'),
      to('xps-fitting', '已有谱图的分峰与价态归属', '不重新测试，要提供原始数据'),
    ],
  },
  {
    topic: 'composition',
    title: '溶液里有哪些离子，浓度多少',
    hint: '',
    methods: [
      to('ion-chromatography', '氟、氯、硝酸根、硫酸根等阴离子，以及铵、钠、钾等阳离子', '不测金属络合物'),
      to('icp', '各种金属元素的总浓度', '分不出价态'),
    ],
  },
  {
    topic: 'composition',
    title: '样品里有多少水',
    hint: '',
    methods: [
      to('karl-fischer', '微量水的准确含量，低到百万分之十', '会与卡尔费休试剂反应的样品不适用'),
      to('tg-dsc', '吸附水与结晶水在什么温度失去、各占多少', '同时挥发的溶剂分不开'),
    ],
  },
  {
    topic: 'structure',
    title: '样品是什么物相、纯不纯',
    hint: '晶体看衍射，非晶与有机物看振动光谱。',
    methods: [
      to('xrd', '结晶物相的种类、晶格常数与晶粒尺寸', '含量低于 1 %–3 % 的相和非晶相看不到'),
      to('xrd-refinement', '各物相的含量、晶格常数与占位（Rietveld 精修）', '要有步长小、强度高的原始数据'),
      to('raman', '碳材料、氧化物的物相与缺陷，区域小到 1 µm', '荧光强的样品会被掩盖'),
    ],
  },
  {
    topic: 'structure',
    title: '有机物有哪些官能团、结构对不对',
    hint: '',
    methods: [
      to('ftir', '官能团的种类，与标准谱比对', '混合物里的次要成分难以看出'),
      to('nmr', '氢、碳等核的化学环境，确认分子结构', '样品要能溶解；固体请选固体核磁'),
      to('solid-nmr', '不溶样品中碳、硅、铝、磷等核的化学环境', '测试时间长，需要较多样品'),
      to('lc-ms-ms', '分子量与碎片，混合物中各成分的鉴定', '不易电离的分子测不到'),
    ],
  },
  {
    topic: 'structure',
    title: '有没有未成对电子、自由基或缺陷',
    hint: '',
    methods: [
      to('epr', '自由基、过渡金属离子与氧空位的信号', '没有未成对电子的样品没有信号'),
      to('photoluminescence', '缺陷与杂质能级的发光', '定性为主'),
    ],
  },
  {
    topic: 'structure',
    title: '晶粒取向与织构怎样',
    hint: '',
    methods: [
      to('ebsd', '每个晶粒的取向、晶界与织构', '表面要电解抛光或离子抛光'),
      to('saxs', '1–100 nm 结构的周期与取向', '看不到单个晶粒'),
    ],
  },
  {
    topic: 'morphology',
    title: '样品长什么样，颗粒有多大',
    hint: '先看要看多小的东西。',
    methods: [
      to('sem', '几十纳米到毫米的表面形貌，可加能谱看元素', '不导电的样品要喷金'),
      to('tem', '纳米颗粒的形貌、晶格条纹与电子衍射', '样品要薄到 100 nm 以下'),
      to('particle-size', '粉末在液体中的粒径分布，d10、d50、d90', '团聚的颗粒测到的是团聚体'),
    ],
  },
  {
    topic: 'morphology',
    title: '表面有多粗糙、膜有多厚',
    hint: '',
    methods: [
      to('afm', '纳米级起伏的三维形貌与粗糙度', '扫描范围不超过 100 µm，起伏不超过 10 µm'),
      to('sem', '断面上直接量厚度，几十纳米以上', '要掰断或切开样品'),
      to('fib-tem', '指定位置切片后看多层膜的界面', '会在样品上留下切口'),
    ],
  },
  {
    topic: 'morphology',
    title: '不切开怎么看内部的孔与裂纹',
    hint: '',
    methods: [
      to('ct', '内部孔隙、裂纹与装配的三维结构，微米级', '很密的金属样品要小于几厘米'),
      to('sem', '切开后断面的细节，分辨率高得多', '要破坏样品'),
    ],
  },
  {
    topic: 'surface',
    title: '比表面积多大、孔有多宽',
    hint: '',
    methods: [
      to('bet', '比表面积、孔容与 2–50 nm 的孔径分布（氮气吸附）', '要先脱气，样品不能在脱气温度分解'),
      to('saxs', '封闭孔与溶液中粒子的尺寸', '需要模型'),
    ],
  },
  {
    topic: 'surface',
    title: '表面亲水还是疏水、带什么电',
    hint: '',
    methods: [
      to('contact-angle', '水与其他液体在平面上的接触角与表面能', '要平整的表面'),
      to('zeta', '颗粒在液体中的电位与分散稳定性', '浓度太高要稀释'),
    ],
  },
  {
    topic: 'surface',
    title: '催化剂表面有多少酸性位、怎样被还原',
    hint: '',
    methods: [
      to('tpr-tpd', '酸碱位的数量与强度、还原温度与耗氢量', '分不清布朗斯特酸与路易斯酸'),
      to('ftir', '吡啶吸附后区分两种酸（请在参数里说明）', '半定量'),
    ],
  },
  {
    topic: 'thermal',
    title: '加热时什么时候分解、熔化或结晶',
    hint: '',
    methods: [
      to('tg-dsc', '失重的温度与比例，同时看吸放热', '分解产物是什么要另测'),
      to('dsc', '玻璃化转变、熔点、结晶温度与热焓', '会分解的样品不要升过分解温度'),
      to('dma', '玻璃化转变与模量随温度的变化，比 DSC 灵敏', '要规定尺寸的试样'),
    ],
  },
  {
    topic: 'mechanical',
    title: '材料有多强、能拉多长',
    hint: '试样的尺寸按标准准备。',
    methods: [
      to('tensile', '弹性模量、屈服强度、抗拉强度与断后伸长率', '要标准试样，会拉断'),
      to('flexural-impact', '弯曲强度与冲击韧性', '要标准试样，会破坏'),
      to('hardness', '硬度，小样品也能测', '换算成强度只能估计'),
      to('fatigue', '反复受力时的寿命', '测试时间长，试样多'),
    ],
  },
  {
    topic: 'mechanical',
    title: '流体或凝胶有多黏、怎样变形',
    hint: '',
    methods: [to('rheology', '黏度曲线、储能与损耗模量、触变性', '含大颗粒的样品要选大间隙的夹具')],
  },
  {
    topic: 'electrical',
    title: '材料导电、载流子与磁性怎样',
    hint: '',
    methods: [
      to('hall', '载流子类型、浓度与迁移率', '要能做欧姆接触的薄膜或片'),
      to('vsm', '磁滞回线、饱和磁化强度与矫顽力', '室温附近'),
      to('ppms', '低温与强磁场下的电阻、磁化率与比热', '机时长，请早预约'),
    ],
  },
  {
    topic: 'electrical',
    title: '半导体的带隙是多少',
    hint: '',
    methods: [
      to('uv-vis', '由吸收或漫反射谱作 Tauc 图得到光学带隙', '直接与间接带隙要分清'),
      to('photoluminescence', '发光峰与寿命', '不发光的样品没有信号'),
    ],
  },
  {
    topic: 'electrical',
    title: '电极材料的容量与阻抗怎样',
    hint: '',
    methods: [to('electrochemistry', '循环伏安、充放电、倍率与交流阻抗', '组装方式会影响结果，请写明')],
  },
  {
    topic: 'biological',
    title: '聚合物的分子量与分布是多少',
    hint: '',
    methods: [
      to('gpc', '数均、重均分子量与分布', '要能溶于流动相；相对标样'),
      to('maldi-tof', '几万以下聚合物与蛋白质的绝对分子量', '分布宽的样品会偏低'),
    ],
  },
  {
    topic: 'biological',
    title: '混合物里有哪些有机物、各有多少',
    hint: '',
    methods: [
      to('gc-ms', '挥发性有机物的定性与定量', '沸点高于 300 ℃ 的测不到'),
      to('lc-ms-ms', '不挥发的有机物、药物与代谢物', '要有标准品才能准确定量'),
      to('hplc', '已知成分的含量，重复性好', '未知成分认不出来'),
    ],
  },
  {
    topic: 'biological',
    title: '材料对细胞有没有毒',
    hint: '',
    methods: [to('cell-viability', '细胞存活率（CCK-8、MTT）', '会吸光或荧光的材料要做空白')],
  },
]
