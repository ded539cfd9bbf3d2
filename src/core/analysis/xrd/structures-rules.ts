import type { Atom, Structure } from './reflection-rules.ts'

/** A known structure with the publication of its cell and of the places of its atoms. */
export interface KnownStructure extends Structure {
  key: string
  name: string
  formula: string
  source: string
}

type Place = readonly [number, number, number]

const FACES: readonly Place[] = [
  [0, 0, 0],
  [0, 0.5, 0.5],
  [0.5, 0, 0.5],
  [0.5, 0.5, 0],
]
const BODY: readonly Place[] = [
  [0, 0, 0],
  [0.5, 0.5, 0.5],
]
const RHOMBOHEDRAL: readonly Place[] = [
  [0, 0, 0],
  [2 / 3, 1 / 3, 1 / 3],
  [1 / 3, 2 / 3, 2 / 3],
]

function atoms(centring: readonly Place[], sites: readonly (readonly [string, readonly Place[]])[]): Atom[] {
  return sites.flatMap(([element, places]) =>
    places.flatMap(([x, y, z]) => centring.map(([u, v, w]): Atom => [element, x + u, y + v, z + w])),
  )
}

const cubic = (a: number) => ({ system: 'cubic' as const, a, c: a })
const tetragonal = (a: number, c: number) => ({ system: 'tetragonal' as const, a, c })
const hexagonal = (a: number, c: number) => ({ system: 'hexagonal' as const, a, c })

const ORIGIN: readonly Place[] = [[0, 0, 0]]
const rockSalt = (cation: string, anion: string) =>
  atoms(FACES, [
    [cation, ORIGIN],
    [anion, [[0.5, 0.5, 0.5]]],
  ])
const faceCentred = (element: string) => atoms(FACES, [[element, ORIGIN]])
const bodyCentred = (element: string) => atoms(BODY, [[element, ORIGIN]])

/** R-3c: Al 12c and O 18e of corundum; hematite has the same places. */
function corundum(metal: string, z: number, x: number): Atom[] {
  return atoms(RHOMBOHEDRAL, [
    [
      metal,
      [
        [0, 0, z],
        [0, 0, 0.5 - z],
        [0, 0, -z],
        [0, 0, 0.5 + z],
      ],
    ],
    ['O', oxygenOfCalcite(x)],
  ])
}

function oxygenOfCalcite(x: number): Place[] {
  return [
    [x, 0, 0.25],
    [0, x, 0.25],
    [-x, -x, 0.25],
    [-x, 0, 0.75],
    [0, -x, 0.75],
    [x, x, 0.75],
  ]
}

/** P3₂21 with silicon at (x, 0, 2/3). */
function quartz(x: number, [u, v, w]: Place): Atom[] {
  return atoms(ORIGIN, [
    [
      'Si',
      [
        [x, 0, 2 / 3],
        [0, x, 1 / 3],
        [-x, -x, 0],
      ],
    ],
    [
      'O',
      [
        [u, v, w],
        [-v, u - v, w + 2 / 3],
        [v - u, -u, w + 1 / 3],
        [v, u, -w],
        [u - v, -v, 1 / 3 - w],
        [-u, v - u, 2 / 3 - w],
      ],
    ],
  ])
}

/** Fd-3m with the centre of symmetry at the origin. */
function spinel(tetrahedral: string, octahedral: string, u: number): Atom[] {
  return atoms(FACES, [
    [
      tetrahedral,
      [
        [1 / 8, 1 / 8, 1 / 8],
        [7 / 8, 3 / 8, 3 / 8],
      ],
    ],
    [
      octahedral,
      [
        [0.5, 0.5, 0.5],
        [0.25, 0.75, 0],
        [0.75, 0, 0.25],
        [0, 0.25, 0.75],
      ],
    ],
    [
      'O',
      [
        [u, u, u],
        [0.75 - u, 0.25 - u, u + 0.5],
        [0.25 - u, u + 0.5, 0.75 - u],
        [u + 0.5, 0.75 - u, 0.25 - u],
        [u + 0.75, u + 0.25, 0.5 - u],
        [-u, -u, -u],
        [u + 0.25, 0.5 - u, u + 0.75],
        [0.5 - u, u + 0.75, u + 0.25],
      ],
    ],
  ])
}

function anatase(z: number): Atom[] {
  return atoms(BODY, [
    [
      'Ti',
      [
        [0, 0, 0],
        [0, 0.5, 0.25],
      ],
    ],
    [
      'O',
      [
        [0, 0, z],
        [0, 0, -z],
        [0, 0.5, 0.25 + z],
        [0, 0.5, 0.25 - z],
      ],
    ],
  ])
}

function rutile(x: number): Atom[] {
  return atoms(ORIGIN, [
    ['Ti', BODY],
    [
      'O',
      [
        [x, x, 0],
        [-x, -x, 0],
        [0.5 + x, 0.5 - x, 0.5],
        [0.5 - x, 0.5 + x, 0.5],
      ],
    ],
  ])
}

function zincite(u: number): Atom[] {
  return atoms(ORIGIN, [
    [
      'Zn',
      [
        [1 / 3, 2 / 3, 0],
        [2 / 3, 1 / 3, 0.5],
      ],
    ],
    [
      'O',
      [
        [1 / 3, 2 / 3, u],
        [2 / 3, 1 / 3, u + 0.5],
      ],
    ],
  ])
}

function lanthanumBoride(x: number): Atom[] {
  const [half, far] = [0.5, 1 - x]
  return atoms(ORIGIN, [
    ['La', ORIGIN],
    [
      'B',
      [
        [x, half, half],
        [far, half, half],
        [half, x, half],
        [half, far, half],
        [half, half, x],
        [half, half, far],
      ],
    ],
  ])
}

const NBS = 'NBS Circular 539'

/** Common phases. A laboratory can hand its own list to the tool instead. */
export const STRUCTURES: readonly KnownStructure[] = [
  {
    key: 'nacl',
    name: '氯化钠（石盐）',
    formula: 'NaCl',
    cell: cubic(5.6402),
    atoms: rockSalt('Na', 'Cl'),
    vibration: 1.5,
    source: `${NBS} II (1953) 41`,
  },
  {
    key: 'mgo',
    name: '氧化镁',
    formula: 'MgO',
    cell: cubic(4.213),
    atoms: rockSalt('Mg', 'O'),
    source: `${NBS} I (1953) 37`,
  },
  {
    key: 'si',
    name: '硅',
    formula: 'Si',
    cell: cubic(5.4311946),
    atoms: atoms(FACES, [
      [
        'Si',
        [
          [0, 0, 0],
          [0.25, 0.25, 0.25],
        ],
      ],
    ]),
    source: 'NIST SRM 640c',
  },
  {
    key: 'quartz',
    name: 'α-石英',
    formula: 'SiO2',
    cell: hexagonal(4.916, 5.4054),
    atoms: quartz(0.4697, [0.4135, 0.2669, 0.1191 + 2 / 3]),
    source: 'Levien et al., Am. Mineral. 65 (1980) 920',
  },
  {
    key: 'corundum',
    name: '刚玉（α-氧化铝）',
    formula: 'Al2O3',
    cell: hexagonal(4.759091, 12.991779),
    atoms: corundum('Al', 0.35216, 0.30624),
    source: '晶胞 NIST SRM 676a；坐标 Lewis et al., Acta Cryst. A38 (1982) 733',
  },
  {
    key: 'hematite',
    name: '赤铁矿',
    formula: 'Fe2O3',
    cell: hexagonal(5.038, 13.772),
    atoms: corundum('Fe', 0.3553, 0.3059),
    source: 'Blake et al., Am. Mineral. 51 (1966) 123',
  },
  {
    key: 'magnetite',
    name: '磁铁矿',
    formula: 'Fe3O4',
    cell: cubic(8.3941),
    atoms: spinel('Fe', 'Fe', 0.2549),
    source: 'Fleet, Acta Cryst. B37 (1981) 917',
  },
  {
    key: 'anatase',
    name: '锐钛矿',
    formula: 'TiO2',
    cell: tetragonal(3.7842, 9.5146),
    atoms: anatase(0.2081),
    source: 'Horn et al., Z. Kristallogr. 136 (1972) 273',
  },
  {
    key: 'rutile',
    name: '金红石',
    formula: 'TiO2',
    cell: tetragonal(4.593659, 2.958682),
    atoms: rutile(0.30479),
    source: 'Abrahams & Bernstein, J. Chem. Phys. 55 (1971) 3206',
  },
  {
    key: 'ceria',
    name: '二氧化铈',
    formula: 'CeO2',
    cell: cubic(5.411651),
    atoms: atoms(FACES, [
      ['Ce', ORIGIN],
      [
        'O',
        [
          [0.25, 0.25, 0.25],
          [0.75, 0.75, 0.75],
        ],
      ],
    ]),
    source: 'NIST SRM 674b',
  },
  {
    key: 'zincite',
    name: '氧化锌',
    formula: 'ZnO',
    cell: hexagonal(3.2501, 5.2071),
    atoms: zincite(0.3817),
    source: 'Kisi & Elcombe, Acta Cryst. C45 (1989) 1867',
  },
  {
    key: 'calcite',
    name: '方解石',
    formula: 'CaCO3',
    cell: hexagonal(4.9896, 17.061),
    atoms: atoms(RHOMBOHEDRAL, [
      [
        'Ca',
        [
          [0, 0, 0],
          [0, 0, 0.5],
        ],
      ],
      [
        'C',
        [
          [0, 0, 0.25],
          [0, 0, 0.75],
        ],
      ],
      ['O', oxygenOfCalcite(0.2568)],
    ]),
    source: 'Effenberger et al., Z. Kristallogr. 156 (1981) 233',
  },
  {
    key: 'lab6',
    name: '六硼化镧',
    formula: 'LaB6',
    cell: cubic(4.156826),
    atoms: lanthanumBoride(0.1975),
    source: 'NIST SRM 660c',
  },
  { key: 'au', name: '金', formula: 'Au', cell: cubic(4.0786), atoms: faceCentred('Au'), source: `${NBS} I (1953) 33` },
  { key: 'ag', name: '银', formula: 'Ag', cell: cubic(4.0862), atoms: faceCentred('Ag'), source: `${NBS} I (1953) 23` },
  { key: 'cu', name: '铜', formula: 'Cu', cell: cubic(3.615), atoms: faceCentred('Cu'), source: `${NBS} I (1953) 15` },
  { key: 'al', name: '铝', formula: 'Al', cell: cubic(4.0494), atoms: faceCentred('Al'), source: `${NBS} I (1953) 11` },
  { key: 'ni', name: '镍', formula: 'Ni', cell: cubic(3.5238), atoms: faceCentred('Ni'), source: `${NBS} I (1953) 13` },
  {
    key: 'fe',
    name: 'α-铁',
    formula: 'Fe',
    cell: cubic(2.8664),
    atoms: bodyCentred('Fe'),
    source: `${NBS} IV (1955) 3`,
  },
]
