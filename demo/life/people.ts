import type { Random } from './random.ts'

// Invented people and organisations of the demo. Each organisation says so in its name; phone numbers are of the range of the demo.

const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'
const given = [
  ...['思远', '雨桐', '子涵', '浩然', '欣怡', '俊杰', '梓萱', '晨曦', '文博', '佳宁', '宇轩', '诗涵', '明哲', '若琳'],
  ...['建平', '丽华', '志强', '秀芳', '国栋', '海燕', '立新', '晓东', '春梅', '永康', '静怡', '天宇', '一鸣', '可欣'],
]

export const universities = [
  { name: '滨湖大学材料学院（演示）', area: '320211', street: '滨湖大道 18 号' },
  { name: '海州大学化学学院（演示）', area: '320703', street: '学府路 66 号' },
  { name: '江城理工大学物理系（演示）', area: '420106', street: '珞珈东路 9 号' },
  { name: '云岭大学环境学院（演示）', area: '530102', street: '翠湖北路 2 号' },
  { name: '北原工业大学冶金学院（演示）', area: '110108', street: '学院北路 30 号' },
  { name: '东海师范大学化学系（演示）', area: '310112', street: '东川中路 500 号' },
]

export const firms = [
  { name: '苏州新材料科技有限公司（演示）', area: '320571', street: '星湖街 328 号' },
  { name: '宁波海纳磁业有限公司（演示）', area: '330212', street: '科技路 15 号' },
  { name: '合肥新能电池有限公司（演示）', area: '340191', street: '云谷路 77 号' },
  { name: '上海澄光涂料有限公司（演示）', area: '310114', street: '嘉安公路 3120 号' },
  { name: '深圳微纳器件有限公司（演示）', area: '440305', street: '高新南九道 21 号' },
  { name: '北京远方催化剂有限公司（演示）', area: '110115', street: '荣昌东街 6 号' },
]

export const topics = [
  '锂电正极材料',
  '光催化分解水',
  '金属有机框架',
  '高熵合金',
  '水处理吸附剂',
  '柔性传感薄膜',
  '固态电解质',
  '生物可降解高分子',
]

export type Kind = 'teacher' | 'student' | 'firm' | 'individual'
/** `organization` of a profile by the kind of person. */
export const organizationOf: Record<Kind, number> = { student: 0, individual: 1, firm: 2, teacher: 3 }

export function personName(random: Random): string {
  return random.pick([...surnames]) + random.pick(given)
}

const powders = [
  '氧化锌粉末',
  '磷酸铁锂',
  '二氧化钛',
  '氧化石墨烯',
  '三元前驱体',
  '碳化硅微粉',
  '沸石 ZSM-5',
  '羟基磷灰石',
  '氮化硼',
  '铁氧体',
]
const blocks = [
  '铝合金试块',
  '高熵合金铸锭',
  '氧化铝陶瓷片',
  '不锈钢焊缝',
  '钛合金拉伸样',
  '热压靶材',
  '玻璃片',
  '水泥试块',
]
const films = ['ITO 薄膜', '聚酰亚胺膜', '钙钛矿薄膜', 'TiN 涂层', '石墨烯膜', '隔膜', '锂片表面', '防腐涂层']
const liquids = ['银纳米颗粒分散液', '电解液', '高分子溶液', '废水样', '量子点溶液', '催化反应液']
const fibres = ['碳纤维', '静电纺丝膜', '玄武岩纤维', '芳纶']

const composition: Record<string, string[]> = {
  powder: [
    'ZnO',
    'LiFePO4',
    'TiO2',
    'C、O',
    'Ni、Co、Mn 氢氧化物',
    'SiC',
    'SiO2、Al2O3',
    'Ca10(PO4)6(OH)2',
    'BN',
    'Fe3O4',
  ],
  block: ['Al', 'Fe、Ni、Cr、Co', 'Al2O3', 'Fe、Cr、Ni', 'Ti', 'In、Sn', 'SiO2', 'CaO、SiO2'],
  film: ['In2O3', 'C、H、N、O', 'CsPbBr3', 'TiN', 'C', 'PE', 'Li', 'Zn'],
  liquid: ['Ag', 'C、H、O、F、P、Li', 'C、H、O', 'H2O', 'Cd、Se', 'C、H、O'],
  fibre: ['C', 'C、H、O', 'SiO2', 'C、H、N、O'],
}
const names: Record<string, string[]> = { powder: powders, block: blocks, film: films, liquid: liquids, fibre: fibres }

export interface Material {
  name: string
  composition: string
}

export function material(random: Random, form: string): Material {
  const list = names[form] ?? powders
  const at = random.whole(0, list.length - 1)
  return { name: list[at] ?? '样品', composition: composition[form]?.[at] ?? 'SiO2' }
}
