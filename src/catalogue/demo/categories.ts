import type { NewCategory } from '../project-store.ts'

type Node = [id: number, name: string, description: string, sketch?: string, featured?: boolean]

const types: Node[] = [
  [1, '送样检测', '寄样即测|免费保留样品|数据在线下载', '样品寄到实验室，按您填写的参数测试，数据在线交付'],
  [2, '现场预约', '按时段预约|可自行操作|云视频同步', '预约仪器时段，到场或通过云视频与工程师一起测试'],
  [3, '数据分析', '数据上传即可|原始文件可追溯|结果可复核', '上传已有数据，由工程师精修、拟合、计算与绘图'],
]
const categories: [type: number, ...Node][] = [
  [1, 31, '显微形貌', '扫描电镜|透射电镜|能谱', '从毫米到原子尺度的形貌与成分分布', true],
  [1, 11, '晶体结构', '粉末衍射|物相检索|变温原位', '物相、晶型与晶体结构', true],
  [1, 12, '表面与价态', '元素价态|深度剖析|价带', '表面几纳米内的元素与化学态', true],
  [1, 13, '比表面与孔', '比表面积|孔径分布|微孔', '多孔材料的比表面积与孔结构', true],
  [1, 14, '光谱分析', '红外|拉曼|紫外可见', '分子结构、官能团与晶格振动'],
  [1, 15, '热分析', '热重|差示扫描量热|热稳定性', '质量与热流随温度的变化'],
  [1, 16, '核磁与质谱', '液体核磁|二维谱', '分子结构确证与纯度'],
  [1, 17, '元素分析', '痕量元素|主量元素|消解', '从百分含量到 ppb 的元素定量', true],
  [1, 18, '力学与物性', '拉伸|粒度|接触角', '力学性能与物理性质'],
  [2, 21, '电镜现场', '热场扫描电镜|场发射透射电镜|云视频', '在仪器旁或通过视频与操作员同步看样', true],
  [3, 41, '谱图解析', '结构精修|分峰拟合|定量相分析', '衍射与光电子能谱数据的专业处理'],
  [3, 42, '模拟与绘图', '第一性原理|科研绘图', '计算模拟与论文插图'],
]
const children: [category: number, id: number, name: string][] = [
  [31, 3101, '扫描电镜'],
  [31, 3102, '透射电镜'],
  [11, 1101, '粉末衍射'],
  [12, 1201, '光电子能谱'],
  [13, 1301, '气体吸附'],
  [14, 1401, '红外光谱'],
  [14, 1402, '拉曼光谱'],
  [14, 1403, '紫外可见'],
  [15, 1501, '同步热分析'],
  [16, 1601, '液体核磁'],
  [17, 1701, 'ICP 元素分析'],
  [18, 1801, '力学性能'],
  [18, 1802, '颗粒与界面'],
  [21, 2101, '扫描电镜现场'],
  [21, 2102, '透射电镜现场'],
  [41, 4101, '衍射数据'],
  [41, 4102, '能谱数据'],
  [42, 4201, '理论计算'],
  [42, 4202, '科研绘图'],
]

function nodeOf(
  level: number,
  parentId: number | null,
  position: number,
  [id, name, description, sketch, featured]: Node,
): NewCategory {
  return {
    id,
    parentId,
    level,
    name,
    description,
    sketch: sketch ?? '',
    featured: featured ?? false,
    position,
    img: '',
    figure: null,
  }
}

/** Parents before children, as the database wants them. */
export const demoCategories: NewCategory[] = [
  ...types.map((node, index) => nodeOf(1, null, index, node)),
  ...categories.map(([parent, ...node], index) => nodeOf(2, parent, index, node)),
  ...children.map(([parent, id, name], index) => nodeOf(3, parent, index, [id, name, ''])),
]
