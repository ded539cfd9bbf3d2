import { useState } from 'react'
import type { z } from 'zod'
import { regionText } from '../../../core/regions/region-rules.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextInput } from '../../../ui/inputs/input.tsx'

type Loose = Record<string, string | number | boolean | null | string[]>

export interface DraftFieldsProps {
  values: Loose
  onChange: (values: Loose) => void
  errors: Record<string, string>
  fields: readonly {
    name: string
    label: string
    required?: boolean
    hint?: string
    type?: string
    autoComplete?: string
    maxLength?: number
  }[]
}

/** Text fields for one part of the draft. */
export function DraftFields({ values, onChange, errors, fields }: DraftFieldsProps) {
  return fields.map(({ name, label, required, hint, ...native }) => (
    <Field key={name} label={label} required={required ?? false} hint={hint} error={errors[name]}>
      <TextInput
        {...native}
        value={typeof values[name] === 'string' ? values[name] : ''}
        onValue={(value) => onChange({ ...values, [name]: value })}
      />
    </Field>
  ))
}

/** The first error of each field, by the schema that the server uses. */
export function faultsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const faults: Record<string, string> = {}
  for (const issue of parsed.error.issues) faults[String(issue.path[0] ?? '')] ??= issue.message
  return faults
}

/** Shows errors after the first attempt to go on, and moves to the first field with an error. */
export function useFaults() {
  const [tried, setTried] = useState(false)
  const show = (faults: Record<string, string>): boolean => {
    setTried(true)
    if (Object.keys(faults).length === 0) return true
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus())
    return false
  }
  return { tried, show }
}

/** 李晓雯 13800000001 北京市海淀区中关村大街 1 号; empty while there is no detail address. */
export function addressWords(address: Record<string, unknown>): string {
  const text = (key: string) => (typeof address[key] === 'string' ? address[key] : '')
  if (!text('address')) return ''
  const region = regionText({ province: text('province'), city: text('city'), area: text('area') })
  return [text('name'), text('phone'), region + text('address')].filter(Boolean).join(' ')
}
