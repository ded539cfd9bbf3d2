import { useCallback, useRef, useState } from 'react'
import type { CheckedParameters, checkParameters } from './form-check-rules.ts'
import { initialValues, type ParameterForm, shownFields } from './form-rules.ts'

export type DraftValues = Record<string, unknown>

export type Parameters = {
  values: DraftValues
  set: (key: string, value: unknown) => void
  replace: (values: DraftValues) => void
  /** Message per field. */
  errors: Record<string, string>
  /** Checks all fields, shows the errors and scrolls to the first. */
  check: () => Promise<CheckedParameters>
  /** Shows the field errors of a refusal, keyed `values.<field>`. */
  showRefusal: (fields: Record<string, string>) => void
  rootRef: React.RefObject<HTMLDivElement | null>
}

/** The state of a parameter form: the typed values and, after the first check, the current errors. */
export function useParameters(form: ParameterForm, initial?: DraftValues): Parameters {
  const [values, setValues] = useState<DraftValues>(() => initial ?? initialValues(form))
  const [checker, setChecker] = useState<typeof checkParameters>()
  // A field that appears after the check has not been checked yet and shows no error.
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const rootRef = useRef<HTMLDivElement>(null)
  const set = useCallback((key: string, value: unknown) => {
    setValues((old) => ({ ...old, [key]: value }))
    setRefused(({ [key]: _, ...others }) => others)
  }, [])
  const check = async () => {
    // The checking rules are loaded at the first check, because many visitors only look at prices.
    const rules = await import('./form-check-rules.ts')
    const result = rules.checkParameters(form, knownValues(form, values))
    setChecker(() => rules.checkParameters)
    setTried(new Set(shownFields(form, values).map(({ key }) => key)))
    if (!result.ok) focusField(rootRef.current, result.issues[0]?.field)
    return result
  }
  const showRefusal = (fields: Record<string, string>) => {
    const found = Object.entries(fields).flatMap(([path, message]) =>
      path.startsWith('values.') ? [[path.slice('values.'.length), message] as const] : [],
    )
    setRefused(Object.fromEntries(found))
    focusField(rootRef.current, found[0]?.[0])
  }
  const errors = checker ? errorsOf(checker(form, knownValues(form, values)), tried) : {}
  return { values, set, replace: setValues, errors: { ...errors, ...refused }, check, showRefusal, rootRef }
}

/** Drops values of fields that this form version no longer has; a draft of an earlier version may contain them. */
export function knownValues(form: ParameterForm, values: DraftValues): DraftValues {
  return Object.fromEntries(form.fields.flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])))
}

export function errorsOf(result: CheckedParameters, tried: ReadonlySet<string>): Record<string, string> {
  if (result.ok) return {}
  const errors: Record<string, string> = {}
  for (const issue of result.issues) if (tried.has(issue.field)) errors[issue.field] ??= issue.message
  return errors
}

function focusField(root: HTMLElement | null, key: string | undefined): void {
  if (!root || key === undefined) return
  // The message must be rendered before scrolling to its field.
  requestAnimationFrame(() => {
    const field = root.querySelector<HTMLElement>(`[data-parameter="${CSS.escape(key)}"]`)
    field?.querySelector<HTMLElement>('input, select, textarea, button:not([tabindex="-1"])')?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
}
