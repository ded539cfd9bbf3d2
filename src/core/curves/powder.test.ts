import { describe, expect, it } from 'vitest'
import { readCurves } from './file-rules.ts'

const COUNTS = Array.from({ length: 41 }, (_, i) => Math.round(500 + 400 * Math.sin(i)))
const PLACES = COUNTS.map((_, i) => Number((10 + i * 0.02).toFixed(2)))

function inRows(values: readonly (string | number)[], perRow: number, separator = ' '): string {
  const rows: string[] = []
  for (let at = 0; at < values.length; at += perRow) rows.push(values.slice(at, at + perRow).join(separator))
  return rows.join('\n')
}

const files: Record<string, string> = {
  'FullProf: start, step, end': `10.000 0.020 10.800 NaCl\n${inRows(COUNTS, 10)}\n`,
  'start, end, step below a title': `a title of the sample\n10.000 10.800 0.020\n${inRows(COUNTS, 8, '  ')}\n`,
  'DBWS: counts in fixed columns': `   10.00    0.02   10.80\n${inRows(
    COUNTS.map((v) => String(v).padStart(7)),
    8,
    '',
  )}\n`,
  'Sietronics CPI': `SIETRONICS XRD SCAN\n10.00\n10.80\n0.02\nCu\n1.54056\n22-11-2026\n2.0\nNaCl\nSCANDATA\n${inRows(COUNTS, 1)}\n`,
  'Philips UDF': `SampleIdent,NaCl,/\nTitle1,a title,/\nDataAngleRange,   10.0000,   10.8000,/\nScanStepSize,    0.020,/\nScanType,CONTINUOUS,/\nRawScan\n${inRows(COUNTS, 8, ', ')}/\n`,
  'Rigaku ASC': `*TYPE\t\t=  Raw\n*CLASS\t\t=  Standard measurement\n*BEGIN\n*GROUP\t\t=  0\n*START\t\t=  10.000\n*STOP\t\t=  10.800\n*STEP\t\t=  0.020\n*COUNT\t\t=  41\n${inRows(COUNTS, 4, ', ')}\n*END\n*EOF\n`,
  'Bruker UXD, counts': `; file made by a converter\n_FILEVERSION=2\n_SAMPLE='NaCl'\n_WL1=1.540600\n; (Data for Range number 1)\n_STEPCOUNT=41\n_STEPSIZE=0.020000\n_START=10.000000\n_COUNTS\n${inRows(COUNTS, 8)}\n`,
  'Bruker UXD, pairs': `_FILEVERSION=2\n_STEPSIZE=0.02\n_START=10\n_2THETACOUNTS\n${PLACES.map((x, i) => `${x} ${COUNTS[i]}`).join('\n')}\n`,
  'Rigaku RAS': `*RAS_DATA_START\n*RAS_HEADER_START\n*MEAS_SCAN_START "10.0000"\n*RAS_HEADER_END\n*RAS_INT_START\n${PLACES.map((x, i) => `${x.toFixed(4)} ${(COUNTS[i] as number).toFixed(4)} 1.0000`).join('\n')}\n*RAS_INT_END\n*RAS_DATA_END\n`,
  'GSAS STD': `NaCl powder\nBANK 1 41 5 CONST 1000.00 2.00 0 0 STD\n${inRows(
    COUNTS.map((v) => ` 1${String(v).padStart(6)}`),
    10,
    '',
  )}\n`,
  'GSAS ESD': `NaCl powder\nBANK 1 41 9 CONST 1000.00 2.00 0 0 ESD\n${inRows(
    COUNTS.flatMap((v) => [String(v).padStart(8), Math.sqrt(v).toFixed(2).padStart(8)]),
    10,
    '',
  )}\n`,
  'GSAS FXYE': `NaCl powder\nBANK 1 41 41 CONST 1000.00 2.00 0 0 FXYE\n${PLACES.map((x, i) => `${(x * 100).toFixed(2)} ${COUNTS[i]} ${Math.sqrt(COUNTS[i] as number).toFixed(3)}`).join('\n')}\n`,
  xye: `${PLACES.map((x, i) => `${x} ${COUNTS[i]} ${Math.sqrt(COUNTS[i] as number).toFixed(2)}`).join('\n')}\n`,
}

describe('[F-73] powder patterns', () => {
  for (const [name, text] of Object.entries(files)) {
    it(`reads ${name} as one pattern`, () => {
      const read = readCurves(text)
      expect(read?.series).toHaveLength(1)
      expect(read?.series[0]?.x).toEqual(PLACES)
      expect(read?.series[0]?.y).toEqual(COUNTS)
      expect(read?.notes).toEqual([])
    })
  }

  it('multiplies the counts of a Rigaku file by the factor of its attenuator', () => {
    const text = (files['Rigaku RAS'] as string).replace(
      `${(COUNTS[3] as number).toFixed(4)} 1.0000`,
      `${(COUNTS[3] as number).toFixed(4)} 10.0000`,
    )
    expect(readCurves(text)?.series[0]?.y[3]).toBe((COUNTS[3] as number) * 10)
  })

  it('refuses fewer counts than the header asks for', () => {
    for (const name of ['Sietronics CPI', 'Philips UDF', 'Rigaku ASC', 'Bruker UXD, counts', 'GSAS STD']) {
      const text = files[name] as string
      const rows = text.split('\n')
      const middle = rows.findIndex(
        (row, i) =>
          i > 3 &&
          row.split(/[\s,]+/).filter(Boolean).length > (name === 'Sietronics CPI' ? 0 : 3) &&
          /^[\d\s,]+$/.test(row),
      )
      const cut = rows.filter((_, i) => i < middle || i > middle + 3).join('\n')
      expect(() => readCurves(cut), name).toThrow('个点，实际读到')
    }
  })

  it('reads three columns of values as a table, although the first row could be a range', () => {
    const text = Array.from({ length: 30 }, (_, i) => `${10 + i} ${20 + i} 0.5`).join('\n')
    expect(readCurves(text)?.series).toHaveLength(2)
  })
})
