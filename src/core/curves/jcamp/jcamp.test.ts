import { describe, expect, it } from 'vitest'
import { CurveRefused } from '../curve-rules.ts'
import { readCurves } from '../file-rules.ts'

// The example of the 1988 paper, table VI: seven ordinates in every form of the format.
const PAPER = [1, 2, 3, 3, 2, 1, 0, -1, -2, -3]

/** Writes one line per group of `perLine` ordinates in one form of the format, independently of the reader. */
const forms = {
  AFFN: (y: readonly number[]) => y.map((v) => ` ${v}`).join(''),
  PAC: (y: readonly number[]) => y.map((v) => (v < 0 ? `${v}` : `+${v}`)).join(''),
  SQZ: (y: readonly number[]) => y.map(squeeze).join(''),
  DIF: (y: readonly number[]) =>
    squeeze(y[0] as number) +
    y
      .slice(1)
      .map((v, i) => difference(v - (y[i] as number)))
      .join(''),
  DIFDUP: (y: readonly number[]) => duplicated(y),
}

function squeeze(value: number): string {
  const digits = String(Math.abs(value))
  const first = Number(digits[0])
  return (value < 0 ? ' abcdefghi' : '@ABCDEFGHI')[first] + digits.slice(1)
}

function difference(value: number): string {
  const digits = String(Math.abs(value))
  const first = Number(digits[0])
  return (value < 0 ? ' jklmnopqr' : '%JKLMNOPQR')[first] + digits.slice(1)
}

function duplicated(y: readonly number[]): string {
  let text = squeeze(y[0] as number)
  const steps = y.slice(1).map((v, i) => v - (y[i] as number))
  for (let i = 0; i < steps.length;) {
    let times = 1
    while (steps[i + times] === steps[i]) times += 1
    text += difference(steps[i] as number)
    if (times > 1) text += ` STUVWXYZs`[times]
    i += times
  }
  return text
}

function spectrum(form: keyof typeof forms, y: readonly number[], options: { labels?: string; lines?: string[] } = {}) {
  const checked = form === 'DIF' || form === 'DIFDUP'
  const lines: string[] = []
  for (let at = 0; at < y.length; at += 5) {
    // A line after differences begins by repeating the last ordinate.
    const from = checked && at > 0 ? at - 1 : at
    lines.push(`${400 + from * 2}${forms[form](y.slice(from, at + 5))}`)
  }
  if (checked) lines.push(`${400 + (y.length - 1) * 2}${squeeze(y.at(-1) as number)}`)
  return [
    '##TITLE=polystyrene $$ a comment',
    '##JCAMP-DX=4.24',
    '##DATA TYPE=INFRARED SPECTRUM',
    '##XUNITS=1/CM',
    '##YUNITS=ABSORBANCE',
    '##XFACTOR=1',
    '##YFACTOR=0.5 $$ scale',
    '##FIRSTX=400',
    `##LASTX=${400 + (y.length - 1) * 2}`,
    `##NPOINTS=${y.length}`,
    ...(options.labels ? [options.labels] : []),
    '##XYDATA=(X++(Y..Y))',
    ...(options.lines ?? lines),
    '##END=',
  ].join('\n')
}

const WAVE = Array.from({ length: 23 }, (_, i) => Math.round(1000 * Math.sin(i / 3)) + 1500)

describe('[F-73] JCAMP-DX spectra', () => {
  for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
    it(`reads ${form}`, () => {
      for (const y of [PAPER, WAVE, [5, 5, 5, 5, 5, 5, 9], [50000, 50001, 49000, 0, 0, 0, 12]]) {
        const read = readCurves(spectrum(form, y))
        expect(read?.series[0]?.y).toEqual(y.map((v) => v * 0.5))
        expect(read?.series[0]?.x).toEqual(y.map((_, i) => 400 + i * 2))
        expect(read).toMatchObject({
          xLabel: '1/CM',
          yLabel: 'ABSORBANCE',
          notes: [],
          series: [{ label: 'polystyrene' }],
        })
      }
    })
  }

  it('reads repeated ordinates without differences, and repeats of more than nine', () => {
    const lines = ['400A00T', '404+7+8U', '412I1s2']
    const y = [100, 100, 7, 8, 8, 8, ...Array(92).fill(91)]
    expect(readCurves(spectrum('SQZ', y, { lines }))?.series[0]?.y).toEqual(y.map((v) => v * 0.5))
  })

  it('reads exponents in AFFN, with and without a sign, beside squeezed numbers that begin with E', () => {
    const y = [1.5e-5, 2.5e-5, 3e-5]
    const read = (lines: string[]) => readCurves(spectrum('AFFN', y, { lines }))?.series[0]?.y
    expect(read(['400 3.0E-05 5.0E-05 6.0E-05'])).toEqual(y)
    expect(read(['400 3.0e-05 5.0e-05 6.0e-05'])).toEqual(y)
    expect(read(['400 3.0E05 5.0E05 6.0E05'])).toEqual([1.5e5, 2.5e5, 3e5])
    expect(read(['400E3E4E5'])).toEqual([26.5, 27, 27.5])
  })

  it('reads a decreasing abscissa, a factor of the abscissa and missing ordinates', () => {
    const text = (lines: string) =>
      `##TITLE=x\n##JCAMP-DX=4.24\n##DATA TYPE=RAMAN SPECTRUM\n##XUNITS=1/CM\n##YUNITS=COUNTS\n##XFACTOR=0.5\n##YFACTOR=1\n##FIRSTX=400\n##LASTX=394\n##NPOINTS=4\n##XYDATA=(X++(Y..Y))\n${lines}\n##END=`
    expect(readCurves(text('800 4 3\n792 2 1'))?.series[0]).toMatchObject({ x: [400, 398, 396, 394], y: [4, 3, 2, 1] })
    expect(readCurves(text('800 4 ?\n792 2 1'))?.series[0]).toMatchObject({ x: [400, 396, 394], y: [4, 2, 1] })
  })

  it('reads comments behind factors, blanks before labels, lower-case labels and decimal commas in the header', () => {
    const text =
      ' ##title= s $$ c\n ##jcamp-dx= 4.24\n##data_type=UV/VIS SPECTRUM\n##X-UNITS=NANOMETERS\n##YUNITS=ABSORBANCE\n##X FACTOR=1 $$ one\n##YFACTOR=0,01 $$ hundredths\n##FIRSTX=200\n##LASTX=202\n##NPOINTS=3\n##XYDATA= (X++(Y..Y)) $$ table\n200 10 20 $$ row\n202 30\n##END= $$ end'
    expect(readCurves(text)).toMatchObject({
      xLabel: 'NANOMETERS',
      series: [{ label: 's', x: [200, 201, 202], y: [0.1, 0.2, 0.3] }],
    })
  })

  it('[F-74] reads pairs: XYPOINTS, XYDATA of pairs, semicolons, exponents', () => {
    const head =
      '##TITLE=t\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=TRANSMITTANCE\n##XFACTOR=1\n##YFACTOR=0.1\n##NPOINTS=3\n'
    for (const table of [
      '##XYPOINTS=(XY..XY)\n400, 10; 410.5, 20\n430, 30',
      '##XYDATA=(XY..XY)\n400 10\n410.5 20\n430 30',
      '##XYPOINTS= (XY..XY)\n4.0E+02,1.0E+01 410.5,20 430,30',
    ])
      expect(readCurves(`${head}${table}\n##END=`)).toMatchObject({
        notes: [],
        series: [{ x: [400, 410.5, 430], y: [1, 2, 3] }],
      })
  })

  it('reads a peak table where there is no curve, and the curve where there is one', () => {
    const peaks =
      '##TITLE=mass\n##JCAMP-DX=4.24\n##DATA TYPE=MASS SPECTRUM\n##XUNITS=M/Z\n##YUNITS=RELATIVE ABUNDANCE\n##XFACTOR=1\n##YFACTOR=1\n##NPOINTS=3\n##PEAK TABLE=(XY..XY)\n15,20 31,100 46,40\n##END='
    expect(readCurves(peaks)?.series[0]).toMatchObject({ x: [15, 31, 46], y: [20, 100, 40] })
    const widths = peaks.replace('(XY..XY)', '(XYW..XYW)').replace('15,20 31,100 46,40', '15,20,1 31,100,1 46,40,2')
    expect(readCurves(widths)?.series[0]).toMatchObject({ x: [15, 31, 46], y: [20, 100, 40] })
    const linked = `##TITLE=all\n##JCAMP-DX=5.00\n##DATA TYPE=LINK\n##BLOCKS=2\n${peaks}\n${spectrum('DIF', WAVE)}\n##END=`
    expect(readCurves(linked)?.series.map(({ label }) => label)).toEqual(['polystyrene'])
  })
})

describe('[F-73] JCAMP-DX 5 and 6', () => {
  const nmr = (labels: string) =>
    `##TITLE=ethanol\n##JCAMP-DX=5.00\n##DATA TYPE=NMR SPECTRUM\n##.OBSERVE FREQUENCY=400\n##.OBSERVE NUCLEUS=^1H\n${labels}##XUNITS=HZ\n##YUNITS=ARBITRARY UNITS\n##XFACTOR=1\n##YFACTOR=1\n##FIRSTX=4000\n##LASTX=0\n##NPOINTS=5\n##XYDATA=(X++(Y..Y))\n4000 1 2 3\n1000 4 5\n##END=`

  it('reads hertz as chemical shift, moved to the stated reference', () => {
    expect(readCurves(nmr(''))).toMatchObject({ xLabel: 'ppm', series: [{ x: [10, 7.5, 5, 2.5, 0] }] })
    const referred = readCurves(nmr('##.SHIFT REFERENCE=INTERNAL, CDCl3, 5, 0.5\n'))
    expect(referred?.series[0]?.x).toEqual([10.5, 8, 5.5, 3, 0.5])
    expect(readCurves(nmr('##$OFFSET=10.25\n'))?.series[0]?.x[0]).toBe(10.25)
  })

  const tuples = `##TITLE=fid
##JCAMP-DX=5.00
##DATA TYPE=NMR SPECTRUM
##DATA CLASS=NTUPLES
##.OBSERVE FREQUENCY=100
##NTUPLES=NMR SPECTRUM
##VAR_NAME=FREQUENCY, SPECTRUM/REAL, SPECTRUM/IMAG, PAGE NUMBER
##SYMBOL=X, R, I, N
##VAR_TYPE=INDEPENDENT, DEPENDENT, DEPENDENT, PAGE
##VAR_FORM=AFFN, ASDF, ASDF, AFFN
##VAR_DIM=4, 4, 4, 2
##UNITS=HZ, ARBITRARY UNITS, ARBITRARY UNITS,
##FIRST=300, 1, 1, 1
##LAST=0, 4, 4, 2
##FACTOR=100, 2, 2, 1
##PAGE=N=1
##DATA TABLE=(X++(R..R)), XYDATA
3A0B0
1C0D0
##PAGE=N=2
##DATA TABLE=(X++(I..I)), XYDATA
3A1B1
1C1D1
##END NTUPLES=NMR SPECTRUM
##END=`

  it('reads the real half of NTUPLES', () => {
    expect(readCurves(tuples)).toMatchObject({
      xLabel: 'ppm',
      notes: [],
      series: [{ x: [3, 2, 1, 0], y: [20, 40, 60, 80] }],
    })
  })

  it('reads mass spectra in pages, each with its own number of points', () => {
    const text = `##TITLE=gc-ms\n##JCAMP-DX=5.00\n##DATA TYPE=MASS SPECTRUM\n##NTUPLES=MASS SPECTRUM\n##VAR_NAME=MASS, INTENSITY, RETENTION TIME\n##SYMBOL=X, Y, T\n##VAR_TYPE=INDEPENDENT, DEPENDENT, INDEPENDENT\n##VAR_FORM=AFFN, AFFN, AFFN\n##VAR_DIM=,,2\n##UNITS=M/Z, RELATIVE ABUNDANCE, SECONDS\n##FACTOR=1, 1, 1\n##PAGE=T=5\n##NPOINTS=3\n##DATA TABLE=(XY..XY), PEAKS\n15,20\n31,100 46,40\n##PAGE=T=10\n##NPOINTS=2\n##DATA TABLE=(XY..XY), PEAKS\n18,7\n28,9\n##END NTUPLES=\n##END=`
    expect(readCurves(text)).toMatchObject({
      xLabel: 'M/Z',
      notes: [],
      series: [
        { label: 'gc-ms T=5', x: [15, 31, 46], y: [20, 100, 40] },
        { label: 'gc-ms T=10', x: [18, 28], y: [7, 9] },
      ],
    })
  })

  it('reads a generic file of version 6', () => {
    const text = spectrum('SQZ', WAVE)
      .replace('4.24', '6.00')
      .replace('INFRARED SPECTRUM', 'X-RAY DIFFRACTION')
      .replace('1/CM', 'DEGREES 2-THETA')
    expect(readCurves(text)).toMatchObject({ xLabel: 'DEGREES 2-THETA', notes: [] })
  })
})

describe('[F-73] damaged JCAMP-DX files', () => {
  it('refuses a failed check of differences', () => {
    const whole = spectrum('DIF', WAVE)
    const lines = whole.split('\n')
    const cut = lines.findIndex((line) => line.startsWith('418'))
    expect(() => readCurves(lines.filter((_, i) => i !== cut).join('\n'))).toThrow(CurveRefused)
    expect(() => readCurves(whole.replace(/^418A/m, '418C'))).toThrow('校验值与上一行末尾不符')
  })

  it('refuses fewer points than declared, and says when only the header is wrong', () => {
    const lines = spectrum('AFFN', WAVE).split('\n')
    expect(() => readCurves(lines.filter((line) => !line.startsWith('410 ')).join('\n'))).toThrow(
      '文件头声明 23 个点，实际读到 18 个',
    )
    const sloppy = spectrum('AFFN', WAVE, { labels: '##DELTAX=2' }).replace('NPOINTS=23', 'NPOINTS=24')
    expect(readCurves(sloppy)?.notes).toEqual(['文件头声明 24 个点，实际读到 23 个'])
    expect(readCurves(sloppy)?.series[0]?.x.at(-1)).toBe(444)
  })

  it('says when the largest value, the last place or a line start disagrees with the header', () => {
    expect(readCurves(spectrum('SQZ', WAVE, { labels: '##MAXY=5000' }))?.notes).toEqual([
      '最大值与文件头 MAXY 不符，请核对',
    ])
    expect(readCurves(spectrum('SQZ', WAVE, { labels: '##MAXY=2500\n##MINY=500' }))?.notes).toEqual([])
    const moved = spectrum('AFFN', WAVE).replace(/^410 /m, '416 ')
    expect(readCurves(moved)?.notes).toEqual(['部分数据行的横坐标与文件头推算的不一致，请核对'])
  })

  it('refuses text among the ordinates and pairs without a partner', () => {
    expect(() => readCurves(spectrum('AFFN', PAPER, { lines: ['400 1 2 <html>'] }))).toThrow(CurveRefused)
    expect(() => readCurves('##TITLE=t\n##XYPOINTS=(XY..XY)\n1,2 3\n##END=')).toThrow('不成对')
  })
})
