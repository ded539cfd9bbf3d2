/** What a line of a balance says. `unstable`: the pan still moves. `fault`: it cannot weigh this. */
export type Weighed = { kind: 'weight'; mg: number } | { kind: 'unstable' } | { kind: 'fault'; text: string }

const MG_OF = { mg: 1, g: 1000, kg: 1_000_000 } as const

/**
 * Reads one line. Mettler-Toledo answers by MT-SICS (“S S     10.0012 g”; S stable, D moving, I busy, + and - out of range; MT-SICS reference manual,
 * command S). Sartorius and Ohaus print the value and its unit; Sartorius leaves the unit out while the pan moves, Ohaus adds “?”.
 * Undefined: not a line about a weight, such as a heading.
 */
export function weighed(line: string): Weighed | undefined {
  const text = line.trim()
  const sics = /^S[I]?\s+([SDI+-])(?:\s|$)/.exec(text)
  if (sics?.[1] === '+') return { kind: 'fault', text: '天平超载' }
  if (sics?.[1] === '-') return { kind: 'fault', text: '秤盘没有放好，或天平低于量程' }
  if (sics && sics[1] !== 'S') return { kind: 'unstable' }
  // Only a net weight: lines about tare, gross weight or range look alike and begin with other words.
  const value = /^(?:S\s+S\s+|N\s+)?([+-]?)\s*(\d+(?:\.\d+)?)\s*(mg|kg|g)?\s*(\?)?$/i.exec(text)
  if (!value)
    return /\b(error|err|high|low|h{2,}|l{2,})\b/i.test(text) ? { kind: 'fault', text: '天平报错' } : undefined
  const [, sign, digits, unit, moving] = value
  if (!unit || moving) return { kind: 'unstable' }
  const mg = Math.round(Number(digits) * MG_OF[unit.toLowerCase() as keyof typeof MG_OF])
  if (sign === '-' && mg > 0) return { kind: 'fault', text: '读数为负，请先去皮' }
  return { kind: 'weight', mg }
}
