import { axisMeaning } from '../../../core/curves/meaning-rules.ts'

/** Methods by the name of a project. The first that fits decides, so that TG-DSC is thermal analysis and not something with „DS“. */
const byProject: readonly { named: RegExp; method: string }[] = [
  { named: /XPS|光电子/i, method: 'XPS' },
  { named: /SAXS|小角/i, method: '小角散射' },
  { named: /XRD|(?<!背散射|电子)衍射/i, method: 'XRD' },
  { named: /raman|拉曼/i, method: '拉曼光谱' },
  { named: /FT-?IR|红外/i, method: '红外光谱' },
  { named: /BET|比表面|(?<!化学)吸附/i, method: '气体吸附' },
  { named: /NMR|核磁/i, method: '核磁共振' },
  { named: /EPR|ESR|顺磁/i, method: '顺磁共振' },
  { named: /TGA?\b|DSC|DTA|热重|差热|热分析/i, method: '热分析' },
  { named: /UV|紫外/i, method: '紫外可见光谱' },
  { named: /荧光|发光|\bPL\b/i, method: '荧光光谱' },
  { named: /质谱|\bMS\b|GC|LC|色谱/i, method: '色谱质谱' },
  { named: /电化学|循环伏安|阻抗|\bCV\b|\bEIS\b/i, method: '电化学' },
  { named: /粒度|粒径|DLS/i, method: '粒度' },
  { named: /拉伸|压缩|力学|弯曲/i, method: '力学' },
  { named: /磁|VSM|SQUID/i, method: '磁性' },
]

/** Methods whose x axis nothing else has. A wavelength or a temperature says nothing certain. */
const byMeaning: Readonly<Record<string, string>> = {
  '2θ': 'XRD',
  拉曼位移: '拉曼光谱',
  化学位移: '核磁共振',
  结合能: 'XPS',
  相对压力: '气体吸附',
  电位: '电化学',
  阻抗实部: '电化学',
  应变: '力学',
  粒径: '粒度',
  质荷比: '色谱质谱',
}

export const otherMethod = '其他'

/** The method of a curve: its project says it, else the meaning of its x axis, else nobody does. */
export function methodOf(project: string, xLabel: string): string {
  const named = byProject.find((each) => each.named.test(project))
  return named?.method ?? byMeaning[axisMeaning(xLabel)] ?? otherMethod
}
