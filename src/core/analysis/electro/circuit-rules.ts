/** Impedances of the equivalent circuits. Angular frequency in rad/s, impedance in Ω as [real, imaginary]. */

export type Complex = readonly [number, number]

export interface CircuitParameter {
  name: string
  unit: string
  /** Positive quantities are fitted as logarithms; the exponent of a constant phase element between 0 and 1 as it is. */
  exponent?: true
}

export interface Circuit {
  title: string
  formula: string
  parameters: readonly CircuitParameter[]
  impedance: (p: readonly number[], omega: number) => Complex
}

const resistance = (name: string): CircuitParameter => ({ name, unit: 'Ω' })
const capacity: CircuitParameter = { name: 'C', unit: 'F' }
const phase: readonly CircuitParameter[] = [
  { name: 'Q', unit: 'S·sⁿ' },
  { name: 'n', unit: '', exponent: true },
]
const warburg: CircuitParameter = { name: 'σ', unit: 'Ω·s⁻¹ᐟ²' }

export const circuits: Readonly<Record<string, Circuit>> = {
  rc: {
    title: 'R(RC)',
    formula: 'Z = Rs + 1/(1/Rct + jωC)',
    parameters: [resistance('Rs'), resistance('Rct'), capacity],
    impedance: ([rs, rct, c], omega) => beside(rs, admittance(c, 1, omega), [rct as number, 0]),
  },
  rq: {
    title: 'R(RQ)',
    formula: 'Z = Rs + 1/(1/Rct + Q(jω)ⁿ)',
    parameters: [resistance('Rs'), resistance('Rct'), ...phase],
    impedance: ([rs, rct, q, n], omega) => beside(rs, admittance(q, n, omega), [rct as number, 0]),
  },
  randles: {
    title: 'Randles：R(C[RW])',
    formula: 'Z = Rs + 1/(jωC + 1/(Rct + σω^(−1/2)(1−j)))',
    parameters: [resistance('Rs'), resistance('Rct'), capacity, warburg],
    impedance: ([rs, rct, c, s], omega) => beside(rs, admittance(c, 1, omega), diffusing(rct, s, omega)),
  },
  'randles-q': {
    title: 'Randles：R(Q[RW])',
    formula: 'Z = Rs + 1/(Q(jω)ⁿ + 1/(Rct + σω^(−1/2)(1−j)))',
    parameters: [resistance('Rs'), resistance('Rct'), ...phase, warburg],
    impedance: ([rs, rct, q, n, s], omega) => beside(rs, admittance(q, n, omega), diffusing(rct, s, omega)),
  },
}

type Given = number | undefined

/** Q(jω)ⁿ. */
function admittance(q: Given, n: Given, omega: number): Complex {
  const size = (q as number) * omega ** (n as number)
  const angle = ((n as number) * Math.PI) / 2
  return [size * Math.cos(angle), size * Math.sin(angle)]
}

function diffusing(rct: Given, sigma: Given, omega: number): Complex {
  const half = (sigma as number) / Math.sqrt(omega)
  return [(rct as number) + half, -half]
}

function inverted([re, im]: Complex): Complex {
  const square = re ** 2 + im ** 2
  return [re / square, -im / square]
}

/** A resistance before an admittance and an impedance that lie beside each other. */
function beside(rs: Given, y: Complex, z: Complex): Complex {
  const through = inverted(z)
  const both = inverted([y[0] + through[0], y[1] + through[1]])
  return [(rs as number) + both[0], both[1]]
}
