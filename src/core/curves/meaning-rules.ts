/** What the positions of a curve mean, whatever the axis is called: only curves with the same meaning are drawn over each other. */
const meanings: readonly { named: RegExp; meaning: string }[] = [
  // Before the wavelength, which is also given in nm.
  { named: /diameter|particle size|粒径/i, meaning: '粒径' },
  { named: /(?:2|two)\s*-?\s*(?:θ|theta)|衍射角/i, meaning: '2θ' },
  { named: /拉曼|raman/i, meaning: '拉曼位移' },
  { named: /wavenumber|波数|1\/cm|cm\s*[-⁻−^]+\s*[1¹]/i, meaning: '波数' },
  { named: /wavelength|波长|\bnm\b|nanomet/i, meaning: '波长' },
  { named: /chemical shift|化学位移|\bppm\b/i, meaning: '化学位移' },
  { named: /binding|结合能/i, meaning: '结合能' },
  { named: /p\s*\/\s*p|相对压力/i, meaning: '相对压力' },
  { named: /temp|温度|°C|℃/i, meaning: '温度' },
  { named: /potential|电位|电势|\bvs\.?\s|\bE\s*\/?\s*\(?V\b/i, meaning: '电位' },
  { named: /\bZ['′]|Z\s*_?re|实部阻抗|阻抗实部/i, meaning: '阻抗实部' },
  { named: /strain|应变/i, meaning: '应变' },
  { named: /m\/z|质荷比/i, meaning: '质荷比' },
]

export function axisMeaning(label: string): string {
  return meanings.find(({ named }) => named.test(label))?.meaning ?? label.trim().toLowerCase()
}

/** All meanings that the product knows, for a person who says what the axis of a file without names is. */
export const axisMeanings: readonly string[] = [...new Set(meanings.map(({ meaning }) => meaning))]
