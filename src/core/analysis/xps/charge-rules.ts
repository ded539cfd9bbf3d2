import type { ReadParameters } from '../inputs/parameter-rules.ts'
import type { ParameterSpec } from '../tool-rules.ts'

export const chargeParameters: readonly ParameterSpec[] = [
  {
    kind: 'number',
    key: 'measured',
    label: '荷电参考峰测得位置',
    unit: 'eV',
    initial: 284.8,
    least: 0,
    most: 1500,
    hint: '同一样品上表面污染碳 C 1s 的测得位置；与参考值相同表示不校正。',
  },
  { kind: 'number', key: 'reference', label: '荷电参考峰参考值', unit: 'eV', initial: 284.8, least: 0, most: 1500 },
]

/** What is added to all binding energies. */
export function chargeShift(read: ReadParameters): { eV: number; step: string } {
  const [measured, reference] = [read.number('measured'), read.number('reference')]
  const eV = reference - measured
  return {
    eV,
    step:
      eV === 0
        ? '荷电校正：没有移动。'
        : `荷电校正：所有结合能加 ${eV.toFixed(2)} eV（参考值 ${reference} − 测得 ${measured}）。图上仍按原横坐标画。`,
  }
}
