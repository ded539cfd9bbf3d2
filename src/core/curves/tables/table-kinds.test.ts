import { describe } from 'vitest'
import { comma, gbk, pairs, plain, proveKinds, swapped, utf16, X, Y, type Kind } from '../testing/one-measurement.ts'

// Tables as programs of all countries export them; see kinds.test.ts.

const tables: Kind[] = [
  ['tabs and decimal commas', pairs((x, y) => `${comma(x)}\t${comma(y, 1)}`), {}],
  [
    'semicolons and decimal commas below names',
    `Winkel;Intensität\n${pairs((x, y) => `${comma(x)};${comma(y, 1)}`)}\n`,
    { xLabel: 'Winkel' },
  ],
  ['blanks and decimal commas', pairs((x, y) => `${comma(x)}   ${comma(y)}`), {}],
  ['decimal commas in quoted fields', `"Angle","Counts"\n${pairs((x, y) => `"${comma(x)}","${comma(y)}"`)}\n`, {}],
  ['German thousands', pairs((x, y) => `${comma(x)};${y.toLocaleString('de-DE', { minimumFractionDigits: 1 })}`), {}],
  [
    'French thousands by blanks that do not break a line',
    pairs(
      (x, y) => `${comma(x)}\t${y >= 1000 ? `${Math.floor(y / 1000)}\u00a0${String(y % 1000).padStart(3, '0')}` : y},0`,
    ),
    {},
  ],
  [
    'thousands by ordinary blanks',
    pairs((x, y) => `${comma(x)}\t${y >= 1000 ? `${Math.floor(y / 1000)} ${String(y % 1000).padStart(3, '0')}` : y},0`),
    'refused',
  ],
  [
    'Swiss thousands',
    pairs(
      (x, y) => `${x.toFixed(2)};${y >= 1000 ? `${Math.floor(y / 1000)}'${String(y % 1000).padStart(3, '0')}` : y}.0`,
    ),
    {},
  ],
  ['English thousands by tabs', pairs((x, y) => `${x.toFixed(2)}\t${y.toLocaleString('en-US')}`), {}],
  ['names and units in two rows', `Angle,Intensity\ndeg,counts\n${plain(',')}\n`, { xLabel: 'Angle (deg)' }],
  [
    'Chinese names in GBK',
    gbk(`样品：氧化锌\r\n角度(°),强度(计数)\r\n${pairs((x, y) => `${x},${y}`, '\r\n')}\r\n`),
    { xLabel: '角度(°)' },
  ],
  ['Chinese names in UTF-16 with a mark', utf16(`角度\t强度\r\n${plain('\t')}\r\n`, true), { xLabel: '角度' }],
  ['UTF-16 without a mark', utf16(`Angle\tCounts\r\n${plain('\t')}\r\n`, false), { xLabel: 'Angle' }],
  ['UTF-16, high byte first', swapped(utf16(`Angle\tCounts\r\n${plain('\t')}\r\n`, true)), { xLabel: 'Angle' }],
  ['UTF-8 with a mark', `\ufeff角度,强度\n${plain(',')}\n`, { xLabel: '角度' }],
  ['Windows-1252', Buffer.from(`2\u00b0;\u00b5A\n${plain(';')}\n`, 'latin1'), { xLabel: '2°' }],
  ['carriage returns alone', plain(',').replaceAll('\n', '\r'), {}],
  ['comma and blank', pairs((x, y) => `${x.toFixed(2)}, ${y}`), {}],
  ['Fortran exponents', pairs((x, y) => `  ${(x / 10).toFixed(4)}D+01  0.${String(y).padStart(5, '0')}D+05`), {}],
  ['MATLAB remarks', `% x y\n${plain(' ')}\n`, {}],
  ['a row number, named', `No.,Angle,Counts\n${pairs((x, y, i) => `${i + 1},${x},${y}`)}\n`, { xLabel: 'Angle' }],
  [
    'Gamry, rows that begin with a tab',
    `EXPLAIN\nTAG\tCV\nCURVE1\tTABLE\t41\n\tPt\tVf\tIm\n\t#\tV vs. Ref.\tA\n${pairs((x, y, i) => `\t${i}\t${x.toFixed(2)}\t${y}`)}\n`,
    {},
  ],
  [
    'BioLogic, constant columns first',
    `EC-Lab ASCII FILE\nNb header lines : 3\nmode\tox/red\terror\ttime/s\tEwe/V\n${pairs((x, y) => `2\t1\t0\t${x.toFixed(2)}\t${y}`)}\n`,
    { xLabel: 'time/s' },
  ],
  [
    'several samples over one axis',
    `Angle,A,B\n${pairs((x, y) => `${x},${y},${y * 2}`)}\n`,
    { curves: 2, xLabel: 'Angle' },
  ],
  [
    'values with unknown marks',
    pairs((x, y, i) => `${x.toFixed(2)}\t${i === 20 ? '>2500' : y}`),
    { x: X.filter((_, i) => i !== 20), y: Y.filter((_, i) => i !== 20), notes: /无法识别/ },
  ],
  [
    'a matrix of excitation and emission',
    `\t300\t310\t320\n${pairs((x, y) => `${x}\t${y}\t${y + 1}\t${y + 2}`)}\n`,
    { curves: 3 },
  ],
  ['times of day', pairs((_x, y, i) => `10:00:${String(i).padStart(2, '0')},${y},1`), 'refused'],
  ['days', pairs((_x, y) => `2026-11-22 10:00:00,${y}`), 'refused'],
  [
    'JSON',
    JSON.stringify(
      X.map((x, i) => [x, Y[i]]),
      null,
      1,
    ),
    'refused',
  ],
  [
    'a page of a web site',
    `<html><table>${pairs((x, y) => `<tr><td>${x}</td><td>${y}</td></tr>`)}</table></html>`,
    'refused',
  ],
  ['prose', '本次测试样品外观为白色粉末，未见异常。\n结论：符合要求。\n', 'refused'],
  ['an empty file', '', 'refused'],
  ['a workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), 'refused'],
  ['Galactic SPC, binary', Uint8Array.from([0, 0x4b, 0, 0, 41, 0, 0, 0, 0, 0, 0xff, 1]), 'refused'],
  ['Bruker RAW, binary', Uint8Array.from([0x52, 0x41, 0x57, 0x34, 0x2e, 0x30, 0x30, 0, 0, 1]), 'refused'],
]

describe('[F-73] kinds of tables', () => {
  proveKinds(tables)
})
