// Banners, acknowledgements and partners of the demo. Institutions, journals and people are invented and named as examples.
import type { FigureData } from '../../src/shop/media/figure-rules.ts'

export const demoBanners: { figure: FigureData; project: string; title: string; description: string }[] = [
  {
    figure: {
      kind: 'xrd',
      peaks: [
        [27.4, 13, 0.16],
        [31.7, 100, 0.16],
        [45.5, 62, 0.18],
        [56.5, 19, 0.2],
        [66.2, 9, 0.22],
        [75.3, 14, 0.24],
      ],
      names: ['(111)', '(200)', '(220)', '(222)', '(400)', '(420)'],
    },
    project: 'xrd',
    title: '从样品到数据，每一步都有时限',
    description: '收样 2 小时内客户经理联系，实验完成 2 小时内交付数据，付清后 48 小时内寄回样品',
  },
  {
    figure: { kind: 'lattice', spacing: 0.34 },
    project: 'tem-onsite',
    title: '坐在办公室里看电镜',
    description: '预约云视频机时，与操作员同屏选区、换倍率、加做能谱',
  },
  {
    figure: {
      kind: 'fit',
      peaks: [
        [284.8, 100, 1.2],
        [286.4, 34, 1.3],
        [288.7, 16, 1.3],
      ],
    },
    project: 'xps',
    title: '先测试，后付款',
    description: '高校院所客户完善资料后，可在信用额度内先测后付',
  },
  {
    figure: {
      kind: 'chromatogram',
      peaks: [
        [4.2, 34, 0.1],
        [6.8, 100, 0.12],
        [9.1, 22, 0.12],
        [11.6, 64, 0.15],
        [15.3, 30, 0.16],
      ],
      axis: '保留时间 / min',
    },
    project: 'gc-ms',
    title: '色谱质谱与电化学项目上线',
    description: '气质、液质、凝胶色谱、离子色谱与电化学，在线填参数、看价格',
  },
]

export type DemoAcknowledgement = {
  company: string
  title: string
  code: string
  content: string
  sketch: string
  date: string
}

type Row = [company: string, title: string, code: string, content: string, sketch: string, date: string]

const thanks: Row[] = [
  [
    '示例大学材料学院 陈同学',
    '扫描电镜（SEM）',
    '示例期刊 A，2026，12，101',
    '感谢明析科测在扫描电镜表征中提供的帮助。',
    '氧化物薄膜的低温生长与形貌演化',
    '2026-02-11',
  ],
  [
    '示例理工大学化学系 林老师',
    '液体核磁共振（NMR）',
    '示例期刊 B，2026，8，56',
    '作者感谢明析科测完成的核磁测试。',
    '手性配体的合成与立体化学',
    '2026-01-28',
  ],
  [
    '示例交通大学环境学院 许同学',
    '电子顺磁共振（EPR）',
    '示例期刊 K，2026，5，318',
    '自由基捕获实验由明析科测完成。',
    '过硫酸盐活化中的活性物种',
    '2026-01-16',
  ],
  [
    '示例研究所能源组 周博士',
    'X 射线光电子能谱（XPS）',
    '示例期刊 C，2025，40，2210',
    'XPS 数据由明析科测提供。',
    '固态电解质界面的成分与稳定性',
    '2025-12-30',
  ],
  [
    '示例大学环境学院 吴同学',
    '比表面积与孔径（BET）',
    '示例期刊 D，2025，19，877',
    '感谢明析科测的气体吸附测试。',
    '生物炭孔结构与重金属吸附',
    '2025-12-12',
  ],
  [
    '示例海洋大学化工系 高同学',
    '凝胶渗透色谱（GPC）',
    '示例期刊 L，2025，11，940',
    '感谢明析科测的分子量测定。',
    '海藻多糖的降解与分子量分布',
    '2025-12-03',
  ],
  [
    '示例师范大学物理系 郑老师',
    'X 射线衍射（XRD）',
    '示例期刊 E，2025，33，415',
    '变温衍射实验得到明析科测的支持。',
    '钙钛矿相变的原位研究',
    '2025-11-25',
  ],
  [
    '示例工业大学冶金系 孙同学',
    '电感耦合等离子体元素分析（ICP-OES/MS）',
    '示例期刊 F，2025，7，64',
    '元素含量由明析科测测定。',
    '高熵合金的成分设计',
    '2025-11-08',
  ],
  [
    '示例科技大学高分子系 邓老师',
    '力学拉伸试验',
    '示例期刊 M，2025，28，1502',
    '力学性能测试得到明析科测的协助。',
    '可回收热固性树脂的网络结构',
    '2025-10-30',
  ],
  [
    '示例大学化工学院 何博士',
    '同步热分析（TG-DSC）',
    '示例期刊 G，2025，21，1309',
    '感谢明析科测的热分析工作。',
    '催化剂前驱体的分解机理',
    '2025-10-19',
  ],
  [
    '示例研究所结构组 罗老师',
    'XRD 全谱精修',
    '示例期刊 H，2025，15，302',
    '结构精修由明析科测协助完成。',
    '层状氧化物的阳离子混排',
    '2025-10-06',
  ],
  [
    '示例医科大学药学院 蔡同学',
    '液相色谱与液质（HPLC/LC-MS）',
    '示例期刊 N，2025，9，77',
    '高分辨质谱数据由明析科测提供。',
    '天然产物衍生物的合成与鉴定',
    '2025-09-22',
  ],
  [
    '示例大学电子系 沈同学',
    '原子力显微镜（AFM）',
    '示例期刊 P，2025，17，233',
    '感谢明析科测的表面电势测试。',
    '有机半导体薄膜的晶界与输运',
    '2025-09-09',
  ],
  [
    '示例农业大学食品学院 曹老师',
    'Zeta 电位',
    '示例期刊 Q，2025，6，481',
    'Zeta 电位由明析科测测定。',
    '植物蛋白乳液的稳定机制',
    '2025-08-27',
  ],
]

export const demoAcknowledgements: DemoAcknowledgement[] = thanks.map(
  ([company, title, code, content, sketch, date]) => ({ company, title, code, content, sketch, date }),
)

/** Each partner has a logo in public/demo/partners.svg, found by its index in this list. */
export const demoPartners: string[] = [
  '示例大学',
  '示例理工大学',
  '示例工业大学',
  '示例师范大学',
  '示例交通大学',
  '示例海洋大学',
  '示例材料研究所',
  '示例能源研究所',
  '示例化学研究所',
  '示例计量院',
  '示例新材料公司',
  '示例电池公司',
  '示例半导体公司',
  '示例特种合金公司',
  '示例高分子公司',
  '示例检测联盟',
]

/** One file contains all logos, so that the home page needs one request. */
export function partnerLogo(index: number): string {
  return `/demo/partners.svg#p${index + 1}`
}
