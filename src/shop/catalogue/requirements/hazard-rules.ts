/** What a customer declares about the danger of a sample, and what rules of suitability refer to. */
export const hazardLabels = {
  flammable: '易燃',
  corrosive: '腐蚀',
  toxic: '有毒',
  magnetic: '磁性',
  air_sensitive: '易氧化吸潮',
  radioactive: '放射性',
  explosive: '爆炸',
} as const
export type Hazard = keyof typeof hazardLabels
export const hazards = Object.keys(hazardLabels) as Hazard[]
