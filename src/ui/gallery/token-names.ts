import type { Tone } from '../text/tag.tsx'

export const sizes = [12, 14, 16, 20, 24, 32]
export const spaces = [4, 8, 12, 16, 24, 32, 48, 64]

/** In the order of an order's life; trouble can come at any time. */
export const phases: { tone: Tone; label: string }[] = [
  { tone: 'info', label: '我方处理' },
  { tone: 'warn', label: '等待客户' },
  { tone: 'work', label: '实验室内' },
  { tone: 'ok', label: '已交付' },
  { tone: 'neutral', label: '已结束' },
  { tone: 'danger', label: '异常' },
]

export const swatches = [
  { title: '文字与四级灰', names: ['ink-900', 'ink-700', 'ink-500', 'line-strong', 'line'] },
  { title: '表面', names: ['paper-0', 'paper-50', 'paper-100', 'mark', 'veil'] },
  { title: '主色与价格', names: ['brand-800', 'brand-600', 'brand-500', 'brand-50', 'beam-600', 'beam-700'] },
  {
    title: '含义',
    names: [
      'ok',
      'ok-50',
      'warn',
      'warn-50',
      'danger-800',
      'danger',
      'danger-50',
      'info',
      'info-50',
      'work',
      'work-50',
    ],
  },
  {
    title: '深色面与白纸',
    names: [
      ...[
        'night',
        'night-veil',
        'night-hover',
        'night-line',
        'night-accent',
        'on-night',
        'on-night-700',
        'on-night-500',
      ],
      ...['trace-green', 'trace-cyan', 'trace-amber', 'trace-rose', 'sheet', 'on-sheet'],
    ],
  },
]
