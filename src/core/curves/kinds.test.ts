import { describe } from 'vitest'
import { falling, gbk, inRows, pairs, plain, proveKinds, utf16, X, Y, type Kind } from './testing/one-measurement.ts'

// Small files of many kinds, written after the published description of each format or the way a program exports. Every file holds the
// same measurement; the table says which files are read and which are refused. None may be read wrongly.

const jcamp = (lines: readonly string[]) => ['##TITLE=ZnO', '##JCAMP-DX=4.24', ...lines, '##END='].join('\n')
const header = (units: string) => [
  '##DATA TYPE=INFRARED SPECTRUM',
  `##XUNITS=${units}`,
  '##YUNITS=ABSORBANCE',
  '##FIRSTX=20',
  '##LASTX=22',
  '##NPOINTS=41',
  '##XFACTOR=1',
  '##YFACTOR=1',
]
const affn = inRows(
  Y.map((value, i) => (i % 8 === 0 ? `${X[i]} ${value}` : String(value))),
  8,
)

const spectroscopy: Kind[] = [
  ['JCAMP-DX, ordinates in AFFN', jcamp([...header('1/CM'), '##XYDATA=(X++(Y..Y))', affn]), {}],
  [
    'JCAMP-DX with remarks',
    jcamp([
      ...header('NANOMETERS'),
      '$$ lamp changed',
      '##XYDATA=(X++(Y..Y)) $$ eight a line',
      affn.replace('\n', () => ' $$ first line\n'),
    ]),
    {},
  ],
  [
    'JCAMP-DX with private labels',
    jcamp([...header('1/CM'), '##$OPERATOR=li', '##.SOLVENT NAME=KBr', '##XYDATA=(X++(Y..Y))', affn]),
    {},
  ],
  [
    'JCAMP-DX with a factor',
    jcamp([
      ...header('1/CM').filter((line) => !line.includes('YFACTOR')),
      '##YFACTOR=0.5',
      '##XYDATA=(X++(Y..Y))',
      inRows(
        Y.map((value, i) => (i % 8 === 0 ? `${X[i]} ${value * 2}` : String(value * 2))),
        8,
      ),
    ]),
    {},
  ],
  [
    'JCAMP-DX from right to left',
    jcamp([
      ...header('1/CM').map((line) => line.replace('FIRSTX=20', 'FIRSTX=22').replace('LASTX=22', 'LASTX=20')),
      '##XYDATA=(X++(Y..Y))',
      inRows(
        falling.y.map((value, i) => (i % 8 === 0 ? `${falling.x[i]} ${value}` : String(value))),
        8,
      ),
    ]),
    falling,
  ],
  ['JCAMP-DX of pairs', jcamp([...header('1/CM'), '##XYDATA=(XY..XY)', pairs((x, y) => `${x}, ${y};`)]), {}],
  ['JCAMP-DX, XYPOINTS', jcamp([...header('1/CM'), '##XYPOINTS=(XY..XY)', pairs((x, y) => `${x},${y}`)]), {}],
  [
    'JCAMP-DX, DIFDUP of the published example',
    jcamp([
      '##DATA TYPE=UV',
      '##XUNITS=NM',
      '##YUNITS=A',
      '##FIRSTX=10',
      '##LASTX=19',
      '##NPOINTS=10',
      '##XFACTOR=1',
      '##YFACTOR=1',
      '##XYDATA=(X++(Y..Y))',
      '10AJJ%jX',
    ]),
    { x: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], y: [1, 2, 3, 3, 2, 1, 0, -1, -2, -3] },
  ],
  [
    'JCAMP-DX, SQZ of the published example',
    jcamp([
      '##DATA TYPE=UV',
      '##XUNITS=NM',
      '##YUNITS=A',
      '##FIRSTX=10',
      '##LASTX=19',
      '##NPOINTS=10',
      '##XFACTOR=1',
      '##YFACTOR=1',
      '##XYDATA=(X++(Y..Y))',
      '10ABCCBA@abc',
    ]),
    { x: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19], y: [1, 2, 3, 3, 2, 1, 0, -1, -2, -3] },
  ],
  [
    'JCAMP-DX that breaks off',
    jcamp([...header('1/CM'), '##XYDATA=(X++(Y..Y))', affn.slice(0, affn.length / 2)]),
    'refused',
  ],
  [
    'JCAMP-DX of an encoded kind that is not text',
    jcamp([...header('1/CM'), '##XYDATA=(X++(Y..Y))', '20 ????!!!!']),
    'refused',
  ],
  [
    'Jasco text',
    `TITLE\tZnO\r\nDATA TYPE\tINFRARED SPECTRUM\r\nORIGIN\tJASCO\r\nXUNITS\t1/CM\r\nYUNITS\tABSORBANCE\r\nFIRSTX\t20\r\nLASTX\t22\r\nNPOINTS\t41\r\nXYDATA\r\n${plain('\t')}\r\n\r\n##### Extended Information\r\n[Comments]\r\nSample name\tZnO\r\n`,
    {},
  ],
  [
    'Ocean Optics',
    `Data from ZnO.txt Node\n\nDate: Sun Nov 22 10:00:00 CST 2026\nIntegration Time (sec): 1.000000E-1\nBoxcar width: 3\nNumber of Pixels in Spectrum: 41\n>>>>>Begin Spectral Data<<<<<\n${plain('\t')}\n`,
    {},
  ],
  [
    'Edinburgh Instruments',
    `Labels,ZnO\nType,Emission Scan\nStart,20.00\nStop,22.00\nStep,0.05\nFixed/Offset,350.00\nXaxis,Wavelength(nm)\nYaxis,Counts\n\n${pairs((x, y) => `${x.toFixed(2)},${y},`)}\n`,
    {},
  ],
  [
    'Hitachi fluorescence',
    `Sample:\tZnO\nFile name:\tZnO.FDS\nRun date:\t10:00:00 11/22/2026\n\nInstrument Parameters\nScan speed:\t240 nm/min\nPMT voltage:\t400 V\n\nPeaks\n\nData Points\nnm\tData\n${plain('\t')}\n`,
    { xLabel: 'nm' },
  ],
  ['Bruker OPUS data point table', pairs((x, y) => `${x.toFixed(5)},${y.toFixed(5)}`, '\r\n'), {}],
  ['WITec Raman', `[Header]\nTitle = ZnO\n[Data]\n${plain('\t')}\n`, {}],
  [
    'Horiba LabSpec 6',
    `#Acq. time (s)=\t5\n#Accumulations=\t2\n#Laser=\t532nm\n#Spectro (cm-1)=\t520\n#AxisType[1]=\tSpectr\n#AxisUnit[1]=\t1/cm\n${plain('\t')}\n`,
    {},
  ],
  ['Thermo Avantage, tab with units below', `Binding Energy (E)\tCounts / s\neV\t\n${plain('\t')}\n`, {}],
  [
    'CasaXPS columns',
    `Cycle 0:ZnO:1\nCharacteristic Energy eV\t1486.69\tAcquisition Time s\t60\nName\tO 1s\n\nB.E.\tCounts\n${plain('\t')}\n`,
    {},
  ],
  ['mass spectrum as CSV', `"m/z","Intensity"\n${pairs((x, y) => `"${x.toFixed(2)}","${y}"`)}\n`, { xLabel: 'm/z' }],
  [
    'chromatogram with a header of numbers',
    `Signal:\tDAD1 A\nMax\t2490\nInterval\t0.05\nMinutes\tmAU\n${plain('\t')}\n`,
    { xLabel: 'Minutes' },
  ],
]

const diffraction: Kind[] = [
  ['xy by blanks', plain(' '), {}],
  ['xy below a quoted line', `'Id: "" Comment: "ZnO" Operator: "li"\n${plain(' ')}\n`, {}],
  ['xye', pairs((x, y) => `${x.toFixed(2)} ${y} ${Math.sqrt(y).toFixed(3)}`), {}],
  [
    'FIT2D chi',
    `ZnO.tif\n2-Theta Angle (Degrees)\nIntensity\n       41\n${pairs((x, y) => ` ${x.toExponential(7)}  ${y.toExponential(7)}`)}\n`,
    {},
  ],
  ['MDI Jade', `11/22/26 ZnO DIF 1.0\n20.000 0.05 1.0 CU 1.54060 22.000 41\n${inRows(Y, 8, ' ')}\n`, {}],
  [
    'PSI: counts, then their errors',
    `ZnO\n20.000 0.0500 22.000\n${inRows(Y, 10)}\n${inRows(
      Y.map((v) => Math.round(Math.sqrt(v))),
      10,
    )}\n`,
    {},
  ],
  ['counts in rows without any header', inRows(Y, 8), 'refused'],
  [
    'PANalytical CSV',
    `[Measurement conditions]\nSample identification,ZnO\nStart angle,20\nEnd angle,22\nStep size,0.05\nNo. of points,41\n\n[Scan points]\nAngle,TimePerStep,Intensity,ESD\n${pairs((x, y) => `${x.toFixed(4)},10.16,${y},${Math.sqrt(y).toFixed(3)}`)}\n`,
    {},
  ],
  [
    'PANalytical CSV of an older version',
    `[Measurement conditions]\nStart angle,20\n\n[Scan points]\nAngle,Intensity\n${plain(',')}\n`,
    {},
  ],
  [
    'Bruker EVA text',
    `;RAW4.00\n[SampleInfo]\nID=ZnO\n[RawScanHeader]\nStart=20\nIncrement=0.05\n[Data]\n   Angle,       Det1Disc1,\n${pairs((x, y) => `   ${x.toFixed(4)},           ${y},`)}\n`,
    {},
  ],
  ['Rigaku SmartLab text', `;KAlpha1 = 1.540593\n;StepSize = 0.05\n#2Theta\tIntensity\n${plain('\t')}\n`, {}],
  [
    'Bruker UXD with decimal commas',
    `_FILEVERSION=1\n_SAMPLE='ZnO'\n_STEPCOUNT=41\n_STEPSIZE=0,0500\n_START=20,0000\n_COUNTS\n${inRows(Y, 8, '   ')}\n`,
    {},
  ],
  [
    'Bruker UXD, two ranges',
    `_FILEVERSION=2\n_STEPCOUNT=41\n_STEPSIZE=0.05\n_START=20\n_COUNTS\n${inRows(Y, 8)}\n; range 2\n_STEPCOUNT=3\n_STEPSIZE=0.1\n_START=30\n_COUNTS\n1 2 3\n`,
    { curves: 2 },
  ],
  ['Bruker UXD, pairs by tabs', `; converted\n_FILEVERSION=3\n_WL1 = 1.54060\n_2THETACPS\n${plain('\t')}\n`, {}],
  [
    'Bruker UXD that breaks off',
    `_FILEVERSION=2\n_STEPCOUNT=41\n_STEPSIZE=0.05\n_START=20\n_COUNTS\n${inRows(Y.slice(0, 30), 8)}\n`,
    'refused',
  ],
  [
    'Rigaku RAS with Chinese remarks in GBK',
    gbk(
      `*RAS_DATA_START\r\n*RAS_HEADER_START\r\n*FILE_COMMENT "氧化锌粉末"\r\n*MEAS_SCAN_START "20.0"\r\n*RAS_HEADER_END\r\n*RAS_INT_START\r\n${pairs((x, y) => `${x.toFixed(4)} ${y.toFixed(4)} 1.0000`, '\r\n')}\r\n*RAS_INT_END\r\n*RAS_DATA_END\r\n`,
    ),
    {},
  ],
  [
    'Rigaku RAS with an attenuator',
    `*RAS_DATA_START\n*RAS_INT_START\n${pairs((x, y) => `${x.toFixed(4)} ${(y / 10).toFixed(4)} 10.0000`)}\n*RAS_INT_END\n`,
    {},
  ],
  [
    'Rigaku RAS without its end',
    `*RAS_DATA_START\n*RAS_INT_START\n${pairs((x, y) => `${x.toFixed(4)} ${y} 1.0000`)}`,
    'refused',
  ],
  [
    'Philips UDF',
    `SampleIdent,ZnO,/\nTitle1,Dat2rit,/\nDiffractor,PW3710,/\nAnode,Cu,/\nDataAngleRange,  20.0000,  22.0000,/\nScanStepSize,   0.050,/\nRawScan\n${inRows(Y, 8, ',')}/\n`,
    {},
  ],
  [
    'GSAS, time of flight',
    `ZnO\nBANK 1 41 9 TIME_MAP 1 STD\n${inRows(
      Y.map((v) => ` 1${String(v).padStart(6)}`),
      10,
      '',
    )}\n`,
    'refused',
  ],
  [
    'XRDML in UTF-16',
    utf16(
      `<?xml version="1.0" encoding="UTF-16"?><xrdMeasurements><xrdMeasurement><scan><dataPoints><positions axis="2Theta" unit="deg"><startPosition>20.0</startPosition><endPosition>22.0</endPosition></positions><intensities unit="counts">${Y.join(' ')}</intensities></dataPoints></scan></xrdMeasurement></xrdMeasurements>`,
      true,
    ),
    {},
  ],
  [
    'powder data in CIF',
    `data_ZnO\n_cell_length_a 3.25\nloop_\n_pd_meas_2theta_scan\n_pd_meas_counts_total\n${plain(' ')}\n`,
    {},
  ],
  [
    'SPEC scan',
    `#F zno\n#S 1 ascan tth 20 22 40 1\n#D Sun Nov 22 10:00:00 2026\n#N 3\n#L tth  Epoch  det\n${pairs((x, y, i) => `${x.toFixed(2)} ${1000 + i * 3} ${y}`)}\n`,
    { curves: 2, curve: 1, xLabel: 'tth' },
  ],
  [
    'small-angle scattering',
    `# q(A^-1)  I(q)  sigma\n${pairs((x, y) => `${x.toFixed(4)}  ${y}  ${(y / 100).toFixed(3)}`)}\n`,
    {},
  ],
  [
    'XDI absorption',
    `# XDI/1.0 GSE/1.0\n# Column.1: energy eV\n# Column.2: mutrans\n# Element.symbol: Zn\n#------\n# energy mutrans\n${plain('  ')}\n`,
    { xLabel: 'energy' },
  ],
]

describe('[F-73] kinds of files', () => {
  proveKinds([...spectroscopy, ...diffraction])
})
