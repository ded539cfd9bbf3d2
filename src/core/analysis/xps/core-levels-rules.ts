export interface CoreLevel {
  element: string
  level: string
  /** Usual binding energy in eV of the element or its most common compound, rounded to whole eV. */
  energy: number
  /** Spin–orbit splitting in eV, for levels of which the stronger component is named. */
  splitting?: number
}

export const CORE_LEVEL_SOURCE = 'Moulder et al., Handbook of X-ray Photoelectron Spectroscopy (1992)'

/** Strong lines of common elements between 0 and 1310 eV; chemical shifts move them by some eV. */
export const CORE_LEVELS: readonly CoreLevel[] = [
  ['Li', '1s', 56],
  ['Be', '1s', 112],
  ['B', '1s', 189],
  ['C', '1s', 285],
  ['N', '1s', 398],
  ['O', '1s', 531],
  ['F', '1s', 685],
  ['Na', '1s', 1072],
  ['Mg', '1s', 1303],
  ['Mg', '2p', 50],
  ['Al', '2p', 73],
  ['Al', '2s', 118],
  ['Si', '2p', 99],
  ['Si', '2s', 151],
  ['P', '2p', 130],
  ['P', '2s', 188],
  ['S', '2p3/2', 164, 1.18],
  ['S', '2s', 228],
  ['Cl', '2p3/2', 199, 1.6],
  ['Cl', '2s', 271],
  ['K', '2p3/2', 293, 2.8],
  ['Ca', '2p3/2', 347, 3.5],
  ['Ca', '2s', 439],
  ['Ti', '2p3/2', 454, 6.2],
  ['V', '2p3/2', 512, 7.6],
  ['Cr', '2p3/2', 574, 9.2],
  ['Mn', '2p3/2', 639, 11.1],
  ['Fe', '2p3/2', 707, 13.1],
  ['Co', '2p3/2', 778, 15],
  ['Ni', '2p3/2', 853, 17.3],
  ['Cu', '2p3/2', 933, 19.8],
  ['Zn', '2p3/2', 1022, 23],
  ['Ga', '2p3/2', 1117, 26.9],
  ['Ge', '3d', 29],
  ['As', '3d', 42],
  ['Se', '3d', 56],
  ['Br', '3d', 69],
  ['Sr', '3d5/2', 134, 1.8],
  ['Y', '3d5/2', 156, 2.1],
  ['Zr', '3d5/2', 179, 2.4],
  ['Nb', '3d5/2', 202, 2.7],
  ['Mo', '3d5/2', 228, 3.1],
  ['Rh', '3d5/2', 307, 4.7],
  ['Pd', '3d5/2', 335, 5.3],
  ['Ag', '3d5/2', 368, 6],
  ['Cd', '3d5/2', 405, 6.7],
  ['In', '3d5/2', 444, 7.5],
  ['Sn', '3d5/2', 485, 8.4],
  ['Sb', '3d5/2', 528, 9.3],
  ['Te', '3d5/2', 573, 10.4],
  ['I', '3d5/2', 619, 11.5],
  ['Ba', '3d5/2', 781, 15.3],
  ['La', '3d5/2', 836, 16.8],
  ['Ce', '3d5/2', 884, 18.1],
  ['W', '4f7/2', 31, 2.2],
  ['Ir', '4f7/2', 61, 3],
  ['Pt', '4f7/2', 71, 3.3],
  ['Au', '4f7/2', 84, 3.7],
  ['Pb', '4f7/2', 137, 4.9],
  ['Bi', '4f7/2', 157, 5.3],
].map(([element, level, energy, splitting]) => ({ element, level, energy, splitting }) as CoreLevel)
