import { describe, expect, test } from 'vitest'
import { ciede2000, contrast, distance, type Vision } from './testing/colour-distance.ts'
import { type Theme, tokensOf } from './testing/token-values.ts'

const phases = ['info', 'warn', 'work', 'ok', 'neutral', 'danger']
/** CIEDE2000. About 2 is just noticed when two areas touch; dots of 8 px that lie apart need far more. */
const APART = 15

function named(theme: Theme) {
  const tokens = tokensOf(theme)
  return (name: string): string => {
    const value = tokens.get(`--${name}`)
    if (value === undefined) throw new Error(`no token ${name}`)
    return value
  }
}

describe('the scales of the look', () => {
  const names = [...tokensOf('light').keys()]
  const count = (pattern: RegExp) => names.filter((name) => pattern.test(name)).length

  test('there are six sizes of type, each with its line height, and none is smaller than 12 px', () => {
    const sizes = names.filter((name) => name.startsWith('--text-')).map((name) => name.slice(7))
    expect(sizes).toEqual(['12', '14', '16', '20', '24', '32'])
    expect(sizes.every((size) => names.includes(`--lead-${size}`))).toBe(true)
  })

  test('there are eight distances, four greys and one accent', () => {
    expect(count(/^--space-/)).toBe(8)
    expect(names.filter((name) => /^--(ink-(?!900)|line)/.test(name))).toEqual([
      '--ink-700',
      '--ink-500',
      '--line-strong',
      '--line',
    ])
    expect(names.filter((name) => name.startsWith('--brand-'))).toHaveLength(4)
  })

  test('every colour that changes with the theme has a dark value, and no dark value is for an unknown token', () => {
    const [light, dark] = [tokensOf('light'), tokensOf('dark')]
    expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([])
    // What stays: traces on night, and what is white on both.
    const fixed = /^--(on-night|night-hover|night-accent|night-line|trace|sheet|on-sheet)/
    const same = [...light].filter(([name, value]) => /#[\da-f]{6}/i.test(value) && dark.get(name) === value)
    expect(same.map(([name]) => name).filter((name) => !fixed.test(name))).toEqual([])
  })
})

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const token = named(theme)

  test('text has a contrast of 4.5 to 1 on every ground that it stands on', () => {
    const pairs = [
      ...['paper-0', 'paper-50', 'paper-100'].flatMap((ground) =>
        ['ink-900', 'ink-700', 'ink-500', 'brand-800', 'brand-600', 'danger', 'warn', 'ok', 'info', 'work'].map(
          (text) => [text, ground] as const,
        ),
      ),
      ...['ink-900', 'ink-700', 'ink-500', 'brand-800', 'brand-600'].map((text) => [text, 'brand-50'] as const),
      ...phases.filter((phase) => phase !== 'neutral').map((phase) => [phase, `${phase}-50`] as const),
      ...phases.filter((phase) => phase !== 'neutral').map((phase) => ['ink-900', `${phase}-50`] as const),
      ...['brand-600', 'brand-800', 'beam-600', 'beam-700', 'danger', 'danger-800', 'ink-900'].map(
        (ground) => ['paper-0', ground] as const,
      ),
      ['ink-900', 'mark'] as const,
      ['on-night', 'night-accent'] as const,
      ...['on-night', 'on-night-700', 'on-night-500', 'trace-green', 'trace-cyan', 'trace-amber'].map(
        (text) => [text, 'night'] as const,
      ),
    ]
    const weak = pairs.filter(([text, ground]) => contrast(token(text), token(ground)) < 4.5)
    expect(weak.map(([text, ground]) => `${text} on ${ground}`)).toEqual([])
  })

  test('edges of controls, the focus and the dots of phases have a contrast of 3 to 1', () => {
    const grounds = ['paper-0', 'paper-50']
    const pairs = [
      ...grounds.flatMap((ground) => [['line-strong', ground] as const, ['brand-600', ground] as const]),
      ...phases.map((phase) => [`phase-${phase}`, phase === 'neutral' ? 'paper-100' : `${phase}-50`] as const),
      ...phases.map((phase) => [`phase-${phase}`, 'paper-0'] as const),
    ]
    const weak = pairs.filter(([mark, ground]) => contrast(token(mark), token(ground)) < 3)
    expect(weak.map(([mark, ground]) => `${mark} on ${ground}`)).toEqual([])
  })

  test.each(['normal', 'protanopia', 'deuteranopia'] as Vision[])(
    'any two phases of an order are apart to eyes of %s vision',
    (vision) => {
      const near = phases.flatMap((one, i) =>
        phases.slice(i + 1).flatMap((other) => {
          const apart = distance(token(`phase-${one}`), token(`phase-${other}`), vision)
          return apart < APART ? [`${one} ${other} ${apart.toFixed(1)}`] : []
        }),
      )
      expect(near).toEqual([])
    },
  )
})

describe('the arithmetic of colours', () => {
  // Five rows of the test data of Sharma, Wu and Dalal (2005).
  test.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  ] as const)('CIEDE2000 of %j and %j is %d', (a, b, expected) => {
    expect(ciede2000(a, b)).toBeCloseTo(expected, 3)
  })

  test('a red and a green of one lightness, far apart to most eyes, come near for colour-blind ones', () => {
    expect(distance('#b3261e', '#4f6a1e')).toBeGreaterThan(40)
    expect(distance('#b3261e', '#4f6a1e', 'deuteranopia')).toBeLessThan(APART)
  })

  test('white on black has a contrast of 21', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  })
})
