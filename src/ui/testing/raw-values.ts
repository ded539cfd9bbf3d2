/** Finds values of colour, type and space in CSS that are no tokens, for the test that holds the look together. */

export interface RawValue {
  property: string
  value: string
  why: 'colour' | 'type' | 'space'
}

const SPACE = /^(?:padding|margin|gap|row-gap|column-gap|grid-gap|scroll-(?:padding|margin)|--gap)(?:-|$)/
const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|red|green|blue|gray|grey|silver|orange|yellow|purple)(?![\w-])/i
const LENGTH = /(?<![\w-])(\d*\.?\d+)(px|rem|em|ch|vw|vh|pt|mm)\b/g

export function rawValues(css: string): RawValue[] {
  const found: RawValue[] = []
  for (const [property, value] of declarations(css)) {
    // The text of a picture is none of ours.
    const plain = value.replaceAll(/url\((?:"[^"]*"|'[^']*'|[^)]*)\)/g, '')
    if (COLOUR.test(plain)) found.push({ property, value, why: 'colour' })
    if (/^font(-size)?$/.test(property) && rawType(property, plain)) found.push({ property, value, why: 'type' })
    if (SPACE.test(property) && rawSpace(plain)) found.push({ property, value, why: 'space' })
  }
  return found
}

function declarations(css: string): [string, string][] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/@(?:media|supports|container)[^{]*\{/g, '{')
  return [...text.matchAll(/(?<=[{;}\s])(-{0,2}[a-z][\w-]*)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ([, property = '', value = '']) => [property, value.trim()],
  )
}

/** Paper has sizes of its own, in points. */
function rawType(property: string, value: string): boolean {
  if (/^(?:inherit|initial|unset)$/.test(value)) return false
  if (/^\d*\.?\d+pt$/.test(value)) return false
  // Between two tokens it may follow the width of the screen.
  const fluid = /^clamp\(var\(--text-\d+\), [\d.]+vw, var\(--text-\d+\)\)$/
  return property === 'font' || !(/^var\(--(?:text-\d+|touch-type)\)$/.test(value) || fluid.test(value))
}

/**
 * Up to 3 px set something right to the eye, at an edge or inside a target. `em` follows the type beside it (an indent, a paragraph),
 * and millimetres are for paper.
 */
function rawSpace(value: string): boolean {
  return [...value.matchAll(LENGTH)].some(([, amount, unit]) => {
    if (unit === 'em' || unit === 'mm' || Number(amount) === 0) return false
    return unit !== 'px' || Number(amount) > 3
  })
}
