import { deflateRawSync } from 'node:zlib'

const counts = [500, 836, 863, 556, 197, 116, 388, 762]
const places = counts.map((_, at) => (10 + at * 0.02).toFixed(2))
const pairs = places.map((x, at) => `${x} ${counts[at]}`).join('\n')
const jcamp = (rest: string) =>
  `##TITLE=polystyrene\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=TRANSMITTANCE\n##FIRSTX=400\n##LASTX=408\n##DELTAX=2\n##XFACTOR=1\n##YFACTOR=0.01\n##NPOINTS=5\n${rest}\n##END=\n`
const vamas = [
  ...[
    'VAMAS Surface Chemical Analysis Standard Data Transfer Format 1988 May 4',
    'a laboratory',
    'a spectrometer',
    'an operator',
  ],
  ...['an experiment', 1, 'a remark', 42, 'NORM', 'REGULAR', 1, 1, 'exposure', 's', 0, 0, 0, 0, 1],
  ...[
    'block',
    'a sample',
    2026,
    11,
    22,
    8,
    30,
    0,
    8,
    1,
    'a remark',
    'XPS',
    0.5,
    'Al',
    1486.6,
    225,
    0,
    0,
    0,
    0,
    'FAT',
    20,
    1,
    4.5,
  ],
  ...[
    0,
    0,
    0,
    0,
    0,
    'C',
    '1s',
    -1,
    'kinetic energy',
    'eV',
    1000,
    0.1,
    1,
    'counts',
    'd',
    'pulse counting',
    0.1,
    3,
    0,
    0,
    0,
    0,
    0,
  ],
  ...[8, 116, 863, ...counts, 'end of experiment'],
].join('\r\n')

/** A small file of each format. */
export const curveSeeds = [
  `# 2theta counts\n${pairs}\n`,
  `2θ;强度\n${pairs.replaceAll('.', ',').replaceAll(' ', ';')}\n`,
  `时间,电流 (mA),电压 (V)\n${places.map((x) => `${x},1.5,"2,5"`).join('\n')}\n`,
  jcamp('##XYDATA=(X++(Y..Y))\n400 9000 8000 1000\n406 8500 9100'),
  jcamp('##XYDATA=(X++(Y..Y))\n400A000J1k2%T3\n406B%U'),
  jcamp('##PEAK TABLE=(XY..XY)\n400,9000 402,8000\n404,10'),
  `##TITLE=gc-ms\n##JCAMP-DX=5.00\n##NTUPLES=MASS SPECTRUM\n##SYMBOL=X, Y, T\n##VAR_TYPE=INDEPENDENT, DEPENDENT, INDEPENDENT\n##VAR_DIM=,,2\n##FACTOR=1, 1, 1\n##PAGE=T=5\n##DATA TABLE=(XY..XY), PEAKS\n15,20\n31,100 46,40\n##END NTUPLES=\n##END=`,
  vamas,
  `<?xml version="1.0"?><xrdMeasurements><xrdMeasurement><scan><dataPoints><positions axis="2Theta"><startPosition>10</startPosition><endPosition>10.14</endPosition></positions><commonCountingTime>1</commonCountingTime><intensities unit="counts">${counts.join(' ')}</intensities></dataPoints></scan></xrdMeasurement></xrdMeasurements>`,
  `10.000 0.020 10.140 NaCl\n${counts.join(' ')}\n`,
  `SIETRONICS XRD SCAN\n10.00\n10.14\n0.02\nCu\n1.54056\n22-11-2026\n2.0\nNaCl\nSCANDATA\n${counts.join('\n')}\n`,
  `SampleIdent,NaCl,/\nDataAngleRange,   10.0000,   10.1400,/\nScanStepSize,    0.020,/\nRawScan\n${counts.join(', ')}/\n`,
  `*TYPE\t\t=  Raw\n*BEGIN\n*START\t\t=  10.000\n*STOP\t\t=  10.140\n*STEP\t\t=  0.020\n*COUNT\t\t=  8\n${counts.join(', ')}\n*END\n*EOF\n`,
  `_FILEVERSION=2\n_STEPCOUNT=8\n_STEPSIZE=0.02\n_START=10\n_COUNTS\n${counts.join(' ')}\n`,
  `*RAS_DATA_START\n*RAS_HEADER_START\n*RAS_HEADER_END\n*RAS_INT_START\n${places.map((x) => `${x} 1 1`).join('\n')}\n*RAS_INT_END\n*RAS_DATA_END\n`,
  `NaCl powder\nBANK 1 8 1 CONST 1000.00 2.00 0 0 STD\n${counts.map((n) => ` 1${String(n).padStart(6)}`).join('')}\n`,
  `NaCl powder\nBANK 1 8 8 CONST 1000.00 2.00 0 0 FXYE\n${places.map((x) => `${Number(x) * 100} 500 22.3`).join('\n')}\n`,
].map((text) => Buffer.from(text))

export const sheetSeeds = [
  '样品名称\t自编号\t形态\t主要成分\t送样量\t危险性\t保存条件\t退回\t备注\n粉末一\tA1\t粉末\tTiO2\t50 mg\t无\t常温\t是\t"多\n行"\n',
  '样品编号\t铁（mg/kg）\t铜\nA1\t1.5\t2\nS1\t<0.1\t\n',
  '样品\t结果项\t结果\t单位\t不确定度\t备注\nA1\tFe\t1.5\tmg/kg\t0.1\t\n',
  '交易流水号\t交易时间\t对方户名\t收入金额\t摘要\n2026112600001\t2026-11-25 10:00:00\t测试大学\t1,234.50\t检测费\n',
  '流水号,日期,付款人,金额,附言\nB1,2026-11-25,"大学, 财务处",100.00,MX26112500001\n',
  '2θ\t强度\n10.00\t500\n10.02\t836\n',
].map((text) => Buffer.from(text))

export const xmlSeeds = [
  '<xml><ToUserName><![CDATA[gh_1]]></ToUserName><CreateTime>1764130000</CreateTime><MsgType><![CDATA[event]]></MsgType></xml>',
  '<xml><a>1 &amp; 2</a><b></b><c/></xml>',
  '<xml><constructor>1</constructor><toString><![CDATA[x]]></toString></xml>',
].map((text) => Buffer.from(text))

export const zipSeeds = [zipOf('bill.csv', Buffer.from('a,b\n1,2\n')), zipOf('zeros', Buffer.alloc(50_000))]

/** An archive with one file (PKWARE APPNOTE 4.3). Sums are left zero, as no reader of ours checks them. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(content.length, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end])
}
