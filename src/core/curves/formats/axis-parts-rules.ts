import { axisMeaning } from '../meaning-rules.ts'

/** Labels that hold a slash and are no name with a unit. */
const whole = /^(?:p\s*\/\s*p|m\s*\/\s*z|W\/g|mW\/mg|counts\/s|1\/cm)/i
/** A label that is a unit alone, as JCAMP-DX files have it. */
const bareUnit = /^(?:1\/cm|nanometers?|micrometers?|nm|ppm|hz|eV|seconds?|s|degrees.*)$/i

/** `2θ (°)` is the name 2θ with the unit °; `V/ml g-1` likewise. A label without a unit has an empty one. */
export function axisParts(label: string): { name: string; unit: string } {
  const text = label.trim()
  if (bareUnit.test(text)) return { name: axisMeaning(text), unit: text }
  const bracketed = /^(.*\S)\s*(?:[(（]((?:[^()（）]|\([^()]*\))*)[)）]|\[([^[\]]*)\])$/.exec(text)
  if (bracketed) return { name: bracketed[1] as string, unit: (bracketed[2] ?? bracketed[3] ?? '').trim() }
  const slashed = whole.test(text) ? null : /^([^/]+?)\s*\/\s*(\S.*)$/.exec(text)
  return slashed ? { name: slashed[1] as string, unit: slashed[2] as string } : { name: text, unit: '' }
}
