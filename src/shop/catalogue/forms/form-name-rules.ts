import type { ParameterForm } from './form-rules.ts'

interface Named {
  label: string
  showWhen?: unknown
  upTo?: unknown
}

export interface NameFault {
  path: (string | number)[]
  message: string
}

/**
 * Fields of a form, and options of a field, that a customer cannot tell apart. Those with different conditions may share a name, because they
 * need not be shown together.
 */
export function doubledNames({ fields }: ParameterForm): NameFault[] {
  return [
    ...doubled(fields).map((index) => ({
      path: ['fields', index, 'label'],
      message: '前面已有同名的字段，客户分不清',
    })),
    ...fields.flatMap((field, index) =>
      field.kind === 'choice' || field.kind === 'choices'
        ? doubled(field.options).map((place) => ({
            path: ['fields', index, 'options', place, 'label'],
            message: '前面已有同名的选项，客户分不清',
          }))
        : [],
    ),
  ]
}

/** The places of those that repeat an earlier one. */
function doubled(list: readonly Named[]): number[] {
  const keys = list.map(({ label, showWhen, upTo }) => JSON.stringify([label.trim(), showWhen, upTo]))
  return [...keys.keys()].filter((place) => keys.indexOf(keys[place] ?? '') < place)
}
