export type Element = {
  number: number
  symbol: string
  name: string
  /** Row and column of the long periodic table: 1–7 and 1–18; lanthanides and actinides are in rows 8 and 9. */
  row: number
  column: number
}

const symbols =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'
const names =
  '氢氦锂铍硼碳氮氧氟氖钠镁铝硅磷硫氯氩钾钙钪钛钒铬锰铁钴镍铜锌镓锗砷硒溴氪铷锶钇锆铌钼锝钌铑钯银镉铟锡锑碲碘氙铯钡镧铈镨钕钷钐铕钆铽镝钬铒铥镱镥铪钽钨铼锇铱铂金汞铊铅铋钋砹氡钫镭锕钍镤铀镎钚镅锔锫锎锿镄钔锘铹𬬻𬭊𬭳𬭛𬭶鿏𫟼𬬭鿔鿭𫓧镆𫟷鿬鿫'

const lastOfPeriod = [0, 2, 10, 18, 36, 54, 86, 118]

export const elements: readonly Element[] = symbols.split(' ').map((symbol, index) => {
  const number = index + 1
  return { number, symbol, name: [...names][index] ?? symbol, ...place(number) }
})

const bySymbol = new Map(elements.map((element) => [element.symbol, element]))

export const elementName = (symbol: string): string => bySymbol.get(symbol)?.name ?? symbol

function place(number: number): { row: number; column: number } {
  const row = lastOfPeriod.findIndex((last) => number <= last)
  const at = number - (lastOfPeriod[row - 1] ?? 0)
  const length = (lastOfPeriod[row] ?? 0) - (lastOfPeriod[row - 1] ?? 0)
  // Long periods hold 14 f-elements after the second group; they get rows of their own, from column 3 on.
  if (length === 32 && at >= 3 && at <= 17) return { row: row + 2, column: at }
  if (length === 32 && at > 17) return { row, column: at - 14 }
  if (at <= 2 && !(row === 1 && at === 2)) return { row, column: at }
  return { row, column: 18 - (length - at) }
}

/**
 * The CSS grid column of an element: none when it directly follows the element before, because the grid continues by itself and begins
 * a new row when the column decreases. The rows of lanthanides and actinides are in the style sheet, so that the grid places them first.
 * Positions for all 118 elements would be a twentieth of a page, and each different style is named in the header of the page.
 */
export function gridPlace({ number, row, column }: Element): { gridColumn: number } | undefined {
  if (row > 7) return { gridColumn: column }
  const before = elements[number - 2]
  return before?.row === row && before.column + 1 === column ? undefined : { gridColumn: column }
}

/** The nearest element in a direction, skipping the gaps of the table; undefined at its edge. */
export function neighbour(number: number, key: string): Element | undefined {
  const from = elements[number - 1]
  if (!from) return undefined
  if (key === 'Home') return elements.find((element) => element.row === from.row)
  if (key === 'End') return elements.findLast((element) => element.row === from.row)
  if (key === 'ArrowLeft')
    return elements.findLast((element) => element.row === from.row && element.column < from.column)
  if (key === 'ArrowRight') return elements.find((element) => element.row === from.row && element.column > from.column)
  const column = elements.filter((element) => element.column === from.column).toSorted((a, b) => a.row - b.row)
  if (key === 'ArrowDown') return column.find((element) => element.row > from.row)
  if (key === 'ArrowUp') return column.findLast((element) => element.row < from.row)
  return undefined
}
