import { describe, expect, it } from 'vitest'
import { readCurves } from './file-rules.ts'

interface VamasBlock {
  id: string
  technique?: string
  species?: string
  start?: number
  step?: number
  y: number[]
  /** Adds a second, interleaved variable. */
  transmission?: number[]
}

/** Writes a file as ISO 14976 describes it, one value per line. */
function vamas(blocks: VamasBlock[], options: { mode?: string; excluded?: number[]; xLabel?: string } = {}): string {
  const { mode = 'NORM', excluded = [], xLabel = 'kinetic energy' } = options
  const lines: (string | number)[] = [
    'VAMAS Surface Chemical Analysis Standard Data Transfer Format 1988 May 4',
    'a laboratory',
    'a spectrometer',
    'an operator',
    'an experiment',
    2,
    'first remark',
    '42',
    mode,
    'REGULAR',
  ]
  if (mode === 'NORM' || mode === 'SDP') lines.push(blocks.length)
  lines.push(1, 'exposure', 's', -excluded.length, ...excluded, 0, 0, 0, blocks.length)
  for (const [i, block] of blocks.entries()) lines.push(...vamasBlock(block, i === 0 ? [] : excluded, mode, xLabel))
  lines.push('end of experiment')
  return lines.join('\r\n')
}

function vamasBlock(block: VamasBlock, excluded: number[], mode: string, xLabel: string): (string | number)[] {
  const { technique = 'XPS', species = 'C', start = 1000, step = 0.1, y, transmission } = block
  const item = (number: number, ...values: (string | number)[]) => (excluded.includes(number) ? [] : values)
  const sputtering = mode === 'SDP'
  const second = transmission ? ['transmission', 'd'] : []
  const ordinates = transmission ? y.flatMap((value, i) => [value, transmission[i] as number]) : y
  return [
    block.id,
    'a sample',
    ...item(1, 2026),
    ...item(2, 11),
    ...item(3, 22),
    ...item(4, 8),
    ...item(5, 30),
    ...item(6, 0),
    ...item(7, 8),
    ...item(8, 1, 'a remark'),
    ...item(9, technique),
    ...item(11, 0.5),
    ...item(12, 'Al'),
    ...(sputtering ? item(13, 18, 1, 1) : []),
    ...item(14, 1486.6),
    ...item(15, 225),
    ...item(16, 0, 0),
    ...item(19, 0),
    ...item(20, 0),
    ...item(21, 'FAT'),
    ...item(22, 20),
    ...(technique === 'AES diff' ? item(23, 5) : []),
    ...item(24, 1),
    ...item(25, 4.5),
    ...item(26, 0),
    ...item(27, 0, 0),
    ...item(28, 0, 0),
    ...item(29, species),
    ...item(30, '1s', -1),
    ...item(31, xLabel, 'eV', start, step),
    ...item(32, transmission ? 2 : 1, 'counts', 'd', ...second),
    ...item(33, 'pulse counting'),
    ...item(34, 0.1),
    ...item(35, 3),
    ...item(36, 0),
    ...(sputtering ? item(37, 2000, 1, 1, 1, 45, 0, 'continuous') : []),
    ...item(38, 0, 0),
    ...item(39, 0),
    ...item(40, 1, 'a parameter', 'd', 5),
    ordinates.length,
    0,
    9,
    ...(transmission ? [0, 1] : []),
    ...ordinates,
  ]
}

describe('[F-74] VAMAS (ISO 14976)', () => {
  const c1s = { id: 'C 1s', y: [10, 20, 15] }
  it('reads a spectrum with its axes', () => {
    expect(readCurves(vamas([c1s]))).toMatchObject({
      xLabel: 'kinetic energy (eV)',
      yLabel: 'counts',
      notes: [],
      series: [{ label: 'C 1s', x: [1000, 1000.1, 1000.2], y: [10, 20, 15] }],
    })
    expect(readCurves(vamas([c1s], { xLabel: 'binding energy' }))?.xLabel).toBe('binding energy (eV)')
  })

  it('reads several regions, and blocks that leave out what the first one says', () => {
    const o1s = { id: 'O 1s', start: 950, y: [1, 2, 3, 4] }
    for (const excluded of [
      [],
      [1, 2, 3, 9, 12, 14, 21, 22],
      [8, 11, 32, 40],
      Array.from({ length: 30 }, (_, i) => i + 1).filter((i) => i !== 10 && i < 29),
    ]) {
      const read = readCurves(vamas([c1s, o1s], { excluded }))
      expect(read?.series).toMatchObject([
        { label: 'C 1s' },
        { label: 'O 1s', x: [950, 950.1, 950.2, 950.3], y: [1, 2, 3, 4] },
      ])
    }
  })

  it('draws the counts and leaves out the transmission function', () => {
    const read = readCurves(vamas([{ ...c1s, transmission: [0.9, 0.91, 0.92] }]))
    expect(read?.series).toMatchObject([{ y: [10, 20, 15] }])
  })

  it('reads Auger spectra and sputter depth profiles, whose blocks have lines of their own', () => {
    expect(readCurves(vamas([{ ...c1s, technique: 'AES diff' }]))?.series[0]?.y).toEqual([10, 20, 15])
    expect(readCurves(vamas([c1s, { id: 'cycle 2', y: [3, 4, 5] }], { mode: 'SDP' }))?.series).toHaveLength(2)
  })

  it('refuses a file that ends too early and one that holds images', () => {
    const whole = vamas([c1s])
    expect(() => readCurves(whole.split('\r\n').slice(0, -3).join('\r\n'))).toThrow('VAMAS 文件不完整')
    expect(() => readCurves(whole.replace('REGULAR', 'MAPPING'))).toThrow('面扫描')
    expect(() => readCurves(whole.replace('0.1\r\n1\r\ncounts', 'x\r\n1\r\ncounts'))).toThrow('应为数字')
  })
})

function xrdml(points: string, scans = 1): string {
  const scan = `<scan appendNumber="0" mode="Continuous" scanAxis="Gonio" status="Completed"><header><startTimeStamp>2026-11-22T08:00:00</startTimeStamp></header><dataPoints>${points}</dataPoints></scan>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xrdMeasurements xmlns="http://www.xrdml.com/XRDMeasurement/1.5" status="Completed"><sample type="To be analyzed"/><!-- <scan> --><xrdMeasurement measurementType="Scan">${scan.repeat(scans)}</xrdMeasurement></xrdMeasurements>`
}

describe('[F-74] PANalytical XRDML', () => {
  const range =
    '<positions axis="2Theta" unit="deg"><startPosition>10.0</startPosition><endPosition>10.04</endPosition></positions><positions axis="Omega" unit="deg"><startPosition>5.0</startPosition><endPosition>5.02</endPosition></positions>'
  it('reads positions from a range and from a list, counts as well as intensities', () => {
    const expected = { xLabel: '2θ (°)', yLabel: 'counts', series: [{ x: [10, 10.02, 10.04], y: [31, 25, 40] }] }
    expect(
      readCurves(
        xrdml(
          `${range}<commonCountingTime unit="seconds">1.0</commonCountingTime><intensities unit="counts">31 25 40</intensities>`,
        ),
      ),
    ).toMatchObject(expected)
    expect(readCurves(xrdml(`${range}<counts unit="counts">31 25\n40</counts>`))).toMatchObject(expected)
    const list = '<positions axis="2Theta" unit="deg"><listPositions>10 10.02 10.04</listPositions></positions>'
    expect(readCurves(xrdml(`${list}<intensities unit="counts">31 25 40</intensities>`))).toMatchObject(expected)
  })

  it('reads a scan in which only another axis moves, and several scans', () => {
    const fixed = '<positions axis="2Theta" unit="deg"><commonPosition>30</commonPosition></positions>'
    const omega = `${fixed}<positions axis="Omega" unit="deg"><startPosition>14</startPosition><endPosition>16</endPosition></positions><intensities unit="counts">1 9 2</intensities>`
    expect(readCurves(xrdml(omega))).toMatchObject({ xLabel: 'Omega', series: [{ x: [14, 15, 16], y: [1, 9, 2] }] })
    expect(
      readCurves(xrdml(`${range}<intensities unit="cps">1 2 3</intensities>`, 2))?.series.map(({ label }) => label),
    ).toEqual(['扫描 1', '扫描 2'])
  })

  it('refuses a list of another length, an incomplete document and words among the counts', () => {
    const short = '<positions axis="2Theta" unit="deg"><listPositions>10 10.02</listPositions></positions>'
    expect(() => readCurves(xrdml(`${short}<intensities unit="counts">31 25 40</intensities>`))).toThrow(
      '位置 2 个与强度 3 个不一致',
    )
    expect(() => readCurves(xrdml(`${range}<intensities unit="counts">31 25`).slice(0, -120))).toThrow('不完整')
    expect(() => readCurves(xrdml(`${range}<intensities unit="counts">31 x 40</intensities>`))).toThrow(
      '无法识别的数值',
    )
  })
})
