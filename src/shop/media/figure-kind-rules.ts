import type { FigureKindName } from './figure-rules.ts'

/** A drawing that editors can choose: its label and its first data. */
export interface FigureKind {
  label: string
  sample: Record<string, unknown>
  /** The list of numbers that is edited as lines of text: its property in the data, and the columns of a line. */
  rows?: { field: string; columns: string }
}

const peaks = { field: 'peaks', columns: '位置 高度 宽度' }

/** All drawings in the order of the choice. `drawn-figure.test.tsx` checks that no two look the same. */
export const figureKinds: Readonly<Record<FigureKindName, FigureKind>> = {
  xrd: kind(
    'XRD 衍射图',
    {
      peaks: [
        [18.6, 100],
        [36.7, 32],
        [38.4, 20],
        [44.4, 78],
        [48.6, 14],
        [64.4, 34],
      ],
    },
    { field: 'peaks', columns: '2θ 强度' },
  ),
  refinement: kind(
    'Rietveld 精修',
    {
      peaks: [
        [18.6, 100],
        [36.7, 32],
        [44.4, 78],
        [58.6, 16],
        [64.4, 34],
      ],
    },
    { field: 'peaks', columns: '2θ 强度' },
  ),
  rings: kind('电子衍射环', { radii: [24, 36, 46, 60] }),
  net: kind('电子衍射点阵', { vectors: [36, 28, 14] }),
  lattice: kind('晶格条纹', { spacing: 0.34 }),
  micrograph: kind('显微照片', { scale: '1 µm', shape: 'spheres' }),
  heights: kind('高度图（AFM）', { range: 12, grain: 0.03 }),
  maps: kind('元素面分布', { labels: ['Ni', 'Co', 'Mn', 'O'] }),
  layers: kind('分层结构', { labels: ['表层', '中间层', '基底'] }),
  indent: kind('硬度压痕', { value: 'HV0.5 = 320' }),
  droplet: kind('接触角液滴', { angle: 104 }),
  xps: kind(
    'XPS 光电子能谱',
    {
      peaks: [
        [284.8, 100, 1.4],
        [286.4, 40, 1.5],
        [288.7, 26, 1.6],
      ],
    },
    peaks,
  ),
  fit: kind(
    '分峰拟合',
    {
      peaks: [
        [284.8, 100, 1.2],
        [286.3, 42, 1.4],
        [288.6, 24, 1.5],
      ],
    },
    peaks,
  ),
  raman: kind(
    '拉曼光谱',
    {
      peaks: [
        [1350, 92, 90],
        [1585, 100, 60],
        [2700, 50, 120],
      ],
    },
    peaks,
  ),
  ftir: kind(
    '红外光谱',
    {
      peaks: [
        [3400, 60, 200],
        [1710, 90, 30],
        [1240, 62, 40],
        [1080, 70, 40],
      ],
    },
    peaks,
  ),
  uv: kind(
    '紫外可见光谱',
    {
      peaks: [
        [260, 100, 40],
        [350, 60, 70],
      ],
      axis: '波长 / nm',
    },
    peaks,
  ),
  emission: kind('荧光激发与发射', { excitation: [[365, 90, 40]], emission: [[520, 100, 50]], axis: '波长 / nm' }),
  nmr: kind(
    '核磁谱',
    {
      peaks: [
        [7.3, 80, 3],
        [4.1, 60, 4],
        [2.1, 100, 1],
        [1.2, 70, 3],
      ],
    },
    { field: 'peaks', columns: '化学位移 高度 裂分' },
  ),
  derivative: kind(
    '顺磁共振谱',
    {
      lines: [
        [3380, 80, 8],
        [3400, 100, 8],
        [3420, 80, 8],
      ],
      axis: 'B / G',
    },
    { field: 'lines', columns: '磁场 高度 宽度' },
  ),
  peaks: kind(
    '一般谱峰',
    {
      peaks: [
        [20, 60, 4],
        [45, 100, 6],
        [72, 36, 5],
      ],
    },
    peaks,
  ),
  chromatogram: kind(
    '色谱图',
    {
      peaks: [
        [2.4, 60, 0.12],
        [4.1, 100, 0.16],
        [6.8, 44, 0.2],
        [9.2, 70, 0.24],
      ],
      axis: 't / min',
    },
    { field: 'peaks', columns: '时间 高度 宽度' },
  ),
  mass: kind(
    '质谱图',
    {
      lines: [
        [55, 40],
        [77, 66],
        [105, 100],
        [134, 24],
        [182, 52],
      ],
      axis: 'm/z',
    },
    { field: 'lines', columns: '质荷比 强度' },
  ),
  tga: kind(
    '热重曲线',
    {
      steps: [
        [120, 6],
        [380, 42],
        [700, 14],
      ],
      axis: '温度 / ℃',
    },
    { field: 'steps', columns: '温度 失重' },
  ),
  heatflow: kind(
    '差示扫描量热',
    {
      events: [
        [130, 50, 16],
        [230, -100, 18],
      ],
      glass: [[70, 14]],
      axis: '温度 / ℃',
    },
    { field: 'events', columns: '温度 热流 宽度' },
  ),
  isotherm: kind('吸附等温线', { shape: [0.5, 0.66, 90, 24] }),
  distribution: kind(
    '粒径分布',
    {
      modes: [
        [2, 0.3, 0.4],
        [18, 0.4, 1],
      ],
      axis: '粒径 / µm',
    },
    { field: 'modes', columns: '粒径 展宽 占比' },
  ),
  stress: kind(
    '应力应变曲线',
    {
      bars: [
        [355, 520, 24],
        [310, 470, 31],
      ],
      axis: '应变 / %',
    },
    { field: 'bars', columns: '屈服 强度 伸长率' },
  ),
  loop: kind('磁滞回线', { loops: [[0.3, 0.2, 1]], axis: 'H / Oe' }, { field: 'loops', columns: '矫顽力 斜度 饱和值' }),
  voltammogram: kind(
    '循环伏安',
    { couples: [[0.2, 1, 0.06]], axis: 'E / V' },
    { field: 'couples', columns: '电位 高度 间距' },
  ),
  nyquist: kind(
    '交流阻抗',
    {
      arcs: [
        [16, 0.9],
        [34, 0.8],
      ],
    },
    { field: 'arcs', columns: '直径 压扁程度' },
  ),
  bands: kind('能带结构', { gap: 40 }),
  bars: kind('柱状图', { labels: ['C', 'H', 'N', 'S', 'O'], values: [62, 8, 14, 6, 30] }),
}

/** The numbers of a drawing as lines of text; rowsOfText() reads them back, or answers undefined for text that is not rows of numbers. */
export function rowsAsText(rows: unknown): string {
  return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row.join(' ') : String(row))).join('\n') : ''
}

export function rowsOfText(text: string): number[][] | undefined {
  const rows = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/[\s,，;；]+/).map(Number))
  const usable =
    rows.length > 0 && rows.length <= 12 && rows.every((row) => row.length <= 4 && row.every(Number.isFinite))
  return usable ? rows : undefined
}

function kind(label: string, sample: Record<string, unknown>, rows?: FigureKind['rows']): FigureKind {
  return { label, sample, rows }
}
