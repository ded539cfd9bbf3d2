/** The symbols of the elements by their number, hydrogen first. */
const symbols =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'.split(
    ' ',
  )
const known: ReadonlySet<string> = new Set(symbols)

export function isElement(symbol: string): boolean {
  return known.has(symbol)
}

/**
 * The elements that somebody lists: `Fe O`, `Fe、O`, `Fe,O`. Undefined when one of the words is no element, so that a mistake is never read
 * as something else.
 */
export function elementList(text: string): string[] | undefined {
  const words = text
    .normalize('NFKC')
    .split(/[\s,;、，；]+/)
    .filter(Boolean)
  return words.length > 0 && words.every(isElement) ? [...new Set(words)].sort() : undefined
}
