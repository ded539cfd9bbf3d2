import { axisMeaning } from '../meaning-rules.ts'
import { axisParts } from './axis-parts-rules.ts'

/** Kinds of data by what the positions mean. The first five names are those of the standards; others describe data they do not name. */
const kinds: Record<string, { dataType: string; xUnits: string }> = {
  波数: { dataType: 'INFRARED SPECTRUM', xUnits: '1/CM' },
  拉曼位移: { dataType: 'RAMAN SPECTRUM', xUnits: '1/CM' },
  波长: { dataType: 'UV/VIS SPECTRUM', xUnits: 'NANOMETERS' },
  化学位移: { dataType: 'NMR SPECTRUM', xUnits: 'PPM' },
  质荷比: { dataType: 'MASS SPECTRUM', xUnits: 'M/Z' },
  '2θ': { dataType: 'X-RAY DIFFRACTION', xUnits: 'DEGREES 2-THETA' },
  结合能: { dataType: 'X-RAY PHOTOELECTRON SPECTRUM', xUnits: 'EV' },
  温度: { dataType: 'THERMAL ANALYSIS', xUnits: 'DEGREES CELSIUS' },
  相对压力: { dataType: 'GAS ADSORPTION ISOTHERM', xUnits: 'P/P0' },
  电位: { dataType: 'VOLTAMMETRY', xUnits: 'VOLTS' },
  阻抗实部: { dataType: 'IMPEDANCE', xUnits: 'OHMS' },
  应变: { dataType: 'STRESS-STRAIN CURVE', xUnits: 'STRAIN' },
  粒径: { dataType: 'PARTICLE SIZE DISTRIBUTION', xUnits: 'MICROMETERS' },
}

/** Units that the file's own label names win over the usual ones of the kind. */
const namedUnits: readonly { named: RegExp; units: string }[] = [
  { named: /^(?:nm|nanometers?|纳米)$/i, units: 'NANOMETERS' },
  { named: /^(?:[µμu]m|micrometers?|微米)$/i, units: 'MICROMETERS' },
  { named: /^(?:K|开尔文)$/, units: 'KELVIN' },
  { named: /^(?:°C|℃|degC)$/i, units: 'DEGREES CELSIUS' },
  { named: /^(?:%|percent)$/i, units: 'PERCENT' },
  { named: /^mV$/, units: 'MILLIVOLTS' },
  { named: /^(?:s|sec|秒)$/i, units: 'SECONDS' },
  { named: /^(?:min|分)$/i, units: 'MINUTES' },
]

const ordinates: readonly { named: RegExp; units: string }[] = [
  { named: /kubelka|F\(R\)/i, units: 'KUBELKA-MUNK' },
  { named: /透[过射]率|transmittance|^%?\s*T(?:\s|$|\()/i, units: 'TRANSMITTANCE' },
  { named: /反射率|reflectance/i, units: 'REFLECTANCE' },
  { named: /吸光度|absorbance/i, units: 'ABSORBANCE' },
  { named: /relative abundance|相对丰度/i, units: 'RELATIVE ABUNDANCE' },
  { named: /\bcps\b|counts\s*\/\s*s/i, units: 'COUNTS PER SECOND' },
  { named: /counts?|计数/i, units: 'COUNTS' },
  { named: /强度|intensity|a\.?u\.?/i, units: 'ARBITRARY UNITS' },
]

/** DATA TYPE, XUNITS and YUNITS in the words of JCAMP-DX. */
export function jcampTerms(xLabel: string, yLabel: string, projectNames: readonly string[]) {
  const meaning = axisMeaning(xLabel)
  const isRaman = projectNames.length > 0 && projectNames.every((name) => /raman|拉曼/i.test(name))
  const glows = projectNames.some((name) => /荧光|发光|fluoresc|\bPL\b/i.test(name))
  const kind = kinds[meaning === '波数' && isRaman ? '拉曼位移' : meaning]
  const across = axisParts(xLabel)
  const named = namedUnits.find((each) => each.named.test(across.unit))?.units
  return {
    dataType: meaning === '波长' && glows ? 'FLUORESCENCE SPECTRUM' : (kind?.dataType ?? 'XY DATA'),
    xUnits: named ?? kind?.xUnits ?? (plainAscii(across.unit || xLabel).toUpperCase() || 'ARBITRARY UNITS'),
    yUnits: ordinateUnits(yLabel),
  }
}

/** A percentage is not the fraction that TRANSMITTANCE means in the standard, and says so. */
function ordinateUnits(yLabel: string): string {
  const { unit } = axisParts(yLabel)
  const found = ordinates.find(({ named }) => named.test(yLabel))?.units
  const percent = /%|percent/i.test(yLabel)
  if (found === 'TRANSMITTANCE' || found === 'REFLECTANCE') return percent ? `PERCENT ${found}` : found
  const named = namedUnits.find((each) => each.named.test(unit))?.units
  return found ?? named ?? (plainAscii(unit || yLabel).toUpperCase() || 'ARBITRARY UNITS')
}

const spelled: Record<string, string> = {
  θ: 'theta',
  λ: 'lambda',
  α: 'alpha',
  β: 'beta',
  Δ: 'delta ',
  Ω: 'ohm',
  µ: 'u',
  μ: 'u',
  Å: 'A',
  '°': 'deg',
  '℃': 'degC',
  '²': '2',
  '³': '3',
  '¹': '1',
  '⁻': '-',
  '₀': '0',
  '₂': '2',
  '−': '-',
  '–': '-',
  '，': ', ',
  '；': '; ',
  '：': ': ',
  '（': ' (',
  '）': ')',
}

/** The printable ASCII of a text, as the format demands. Letters of other scripts are left out; comments and labels cannot begin inside. */
export function plainAscii(text: string): string {
  return [...text]
    .map((letter) => spelled[letter] ?? letter)
    .join('')
    .replace(/[^\u0020-\u007e]+/g, ' ')
    .replace(/\$\$+/g, '$')
    .replace(/##+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
}
