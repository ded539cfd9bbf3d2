import { type FigureCardData, REST } from './card-rules.ts'
import { differenceText, textOf } from './rules.ts'

// A card as the text of an SVG file for a picture: white paper, one colour, text as text.

const WIDTH = 960
const ROW = 64
const HEAD = 96
const SIDE = 32

export function pictureSize({ rows, stats }: Pick<FigureCardData, 'rows' | 'stats'>) {
  return { width: WIDTH, height: HEAD + stats.length * 28 + rows.length * ROW + 24 }
}

export function barsSvg(card: FigureCardData, title: string): string {
  const { rows, stats, unit, note, beforeLabel } = card
  const { width, height } = pictureSize(card)
  const most =
    unit === 'permille'
      ? 1000
      : Math.max(1, ...rows.flatMap(({ key, value, before }) => (key === REST ? [] : [value ?? 0, before ?? 0])))
  const long = (value: number | null) => Math.max(0, Math.round(((value ?? 0) / most) * (width - 2 * SIDE)))
  const parts = [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(SIDE, 40, title, 'font-size="20" font-weight="600"'),
    text(SIDE, 68, note, 'font-size="14" fill="#52656f"'),
    ...stats.map((stat, i) =>
      text(
        SIDE,
        HEAD + i * 28,
        [
          `${stat.label} ${textOf(stat.value, stat.unit)}`,
          differenceText(stat.value, stat.before, stat.unit, beforeLabel),
        ]
          .filter((part) => part !== '')
          .join('，'),
        'font-size="16"',
      ),
    ),
    ...rows.flatMap(({ key, label, value, before, unit: own = unit }, i) => {
      const top = HEAD + stats.length * 28 + i * ROW
      const difference = differenceText(value, before, unit, beforeLabel)
      return [
        text(SIDE, top + 16, label, 'font-size="16"'),
        text(
          width - SIDE,
          top + 16,
          difference === '' ? textOf(value, own) : `${textOf(value, own)}　${difference}`,
          'font-size="16" text-anchor="end"',
        ),
        ...(key === REST ? [] : bar(top, long(value), before === null ? null : long(before))),
      ]
    }),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif" fill="#0c1b22">${parts.join('')}</svg>`
}

/** The bar, and below it a thin line for the range before. */
function bar(top: number, long: number, before: number | null): string[] {
  const rect = (y: number, width: number, height: number, fill: string) =>
    `<rect x="${SIDE}" y="${top + y}" width="${width}" height="${height}" fill="${fill}"/>`
  return [
    rect(26, WIDTH - 2 * SIDE, 12, '#ecefea'),
    rect(26, long, 12, '#0e7f8b'),
    ...(before === null ? [] : [rect(40, before, 3, '#77878f')]),
  ]
}

function text(x: number, y: number, content: string, more: string): string {
  return `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
