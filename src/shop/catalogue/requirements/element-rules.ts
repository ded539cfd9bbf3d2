/** The 118 elements in the order of their atomic numbers: the only element symbols a form accepts. */
export const elementSymbols: readonly string[] =
  `H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag
Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U
Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og`.split(/\s+/)

const numbers: ReadonlyMap<string, number> = new Map(elementSymbols.map((symbol, index) => [symbol, index + 1]))

/** Atomic number of a symbol, or undefined when there is no such element. */
export function atomicNumber(symbol: string): number | undefined {
  return numbers.get(symbol)
}

/** Chosen elements in the order of the periodic table, so that equal choices give equal values. */
export function sortElements(symbols: readonly string[]): string[] {
  return [...symbols].sort((left, right) => (atomicNumber(left) ?? 0) - (atomicNumber(right) ?? 0))
}
