import { useFieldLink } from './field.tsx'

type Own<T> = {
  id?: string
  name?: string
  value?: T
  onValue?: (value: T) => void
  required?: boolean
  'aria-describedby'?: string
  'aria-invalid'?: unknown
}

/**
 * The value and the handlers of a control: its own props win, the surrounding Field supplies the rest.
 * Without `value` and without a form a control stays uncontrolled, so that plain forms work before hydration.
 */
export function useControl<T>(own: Own<T>) {
  const link = useFieldLink()
  const state = own.name === undefined || own.name === link?.state?.name ? link?.state : undefined
  const controlled = own.value !== undefined || state !== undefined
  return {
    controlled,
    value: own.value !== undefined ? own.value : (state?.value as T | undefined),
    set: (value: T) => {
      state?.set(value)
      own.onValue?.(value)
    },
    leave: () => state?.leave?.(),
    labelId: link?.labelId,
    attributes: {
      id: own.id ?? link?.id,
      name: own.name ?? state?.name,
      'aria-describedby': [own['aria-describedby'], link?.describedBy].filter(Boolean).join(' ') || undefined,
      'aria-invalid': own['aria-invalid'] || link?.invalid ? (true as const) : undefined,
      'aria-required': own.required || link?.required ? (true as const) : undefined,
    },
  }
}
