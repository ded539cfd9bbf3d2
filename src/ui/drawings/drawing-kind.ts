export type DrawingKind = 'micrograph' | 'isotherm' | 'nmr' | 'bars' | 'xps' | 'raman' | 'ftir' | 'tga' | 'uv' | 'xrd'

// The first match wins, so 核磁 precedes 质谱, and EDS precedes SEM.
const kinds: readonly (readonly [RegExp, DrawingKind])[] = [
  [/nmr|核磁|磁共振|epr|esr|顺磁/i, 'nmr'],
  [/xps|光电子|价态|ups\b/i, 'xps'],
  [/raman|拉曼|荧光|\bpl\b/i, 'raman'],
  [/ft-?ir|红外/i, 'ftir'],
  [/uv|紫外|吸收光谱|椭偏/i, 'uv'],
  [/tga?\b|热重|dsc|dma|tma|热分析|同步热/i, 'tga'],
  [/bet\b|比表面|孔径|孔隙|吸附|压汞/i, 'isotherm'],
  [/icp|xrf|eds|能谱|元素|原子吸收|aas|质谱|ms\b|色谱|粒度|zeta/i, 'bars'],
  [/sem|tem|afm|ebsd|fib|cp\b|电镜|显微|透射|扫描|原子力|形貌|切片|截面/i, 'micrograph'],
  [/xrd|衍射|saxs|散射/i, 'xrd'],
]

/** The kind of drawing for a testing method, by its Chinese name or code. */
export function drawingKind(method: string): DrawingKind {
  return kinds.find(([pattern]) => pattern.test(method))?.[1] ?? 'xrd'
}
