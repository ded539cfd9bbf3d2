// Helpers for writing the demo projects.
import type {
  ChoiceField,
  ChoicesField,
  Condition,
  FileField,
  NumberField,
  Option,
  PriceEffect,
  TextField,
  YesNoField,
} from '../../src/shop/catalogue/forms/form-rules.ts'
import type { AddOn, GroupFen, Rate } from '../../src/shop/catalogue/prices/price-rules.ts'
import type { ProjectDraft } from '../../src/shop/catalogue/publish-actions.ts'
import {
  type Requirement,
  type SampleForm,
  sampleForms,
} from '../../src/shop/catalogue/requirements/requirement-rules.ts'

export type DemoProject = ProjectDraft

/** Common values of all demo projects: a drawing instead of photographs, and no orders yet. */
export function project(own: Omit<DemoProject, 'img' | 'orderCount'>): DemoProject {
  return { img: '', orderCount: 0, ...own }
}

/** Price for institutes in yuan; individuals pay 1.25 times and enterprises 1.6 times as much, in whole yuan. */
export function yuan(institute: number): GroupFen {
  return {
    institute: institute * 100,
    individual: Math.round(institute * 1.25) * 100,
    enterprise: Math.round(institute * 1.6) * 100,
  }
}

/** `option('se', 'SE 二次电子', { charge: 'coating' })` */
export function option(value: string, label: string, ...price: PriceEffect[]): Option {
  return price.length > 0 ? { value, label, price } : { value, label }
}

export function perSample(key: string, label: string, price: number, basis: Rate['basis'] = '样'): Rate {
  return { key, label, basis, unitFen: yuan(price), perSample: true }
}

export function addOn(key: string, label: string, price: number, unit = '样'): AddOn {
  return { key, label, unit, unitFen: yuan(price), perSample: true }
}

/** Charged once per order line, independent of the number of samples. */
export function addOnOnce(key: string, label: string, price: number, unit = '次'): AddOn {
  return { key, label, unit, unitFen: yuan(price), perSample: false }
}

type Rest<Field> = Partial<Omit<Field, 'kind' | 'key' | 'label' | 'options'>>

/** A required choice of one option; the first is the initial value unless another is given. */
export function choice(key: string, label: string, options: Option[], rest: Rest<ChoiceField> = {}): ChoiceField {
  return { key, label, kind: 'choice', required: true, initial: options[0]?.value ?? '', options, ...rest }
}

export function choices(key: string, label: string, options: Option[], rest: Rest<ChoicesField> = {}): ChoicesField {
  return { key, label, kind: 'choices', options, ...rest }
}

/** A required number; its unit may be empty. */
export function amount(
  key: string,
  label: string,
  unit: string,
  [min, max]: [min: number, max: number],
  rest: Rest<NumberField> = {},
): NumberField {
  return { key, label, kind: 'number', ...(unit === '' ? {} : { unit }), min, max, required: true, ...rest }
}

export function yesNo(key: string, label: string, rest: Rest<YesNoField> = {}): YesNoField {
  return { key, label, kind: 'yesno', ...rest }
}

export function text(key: string, label: string, maxLength: number, rest: Rest<TextField> = {}): TextField {
  return { key, label, kind: 'text', maxLength, ...rest }
}

export function upload(key: string, label: string, extensions: string[], rest: Rest<FileField> = {}): FileField {
  return { key, label, kind: 'file', extensions, most: 10, ...rest }
}

/** `...when('mode', 'variable')` in a field: the field is shown only for these values of an earlier field. */
export function when(field: string, ...is: Condition['is']): { showWhen: Condition } {
  return { showWhen: { field, is } }
}

/** Requirements for each sample form; a text is the reason why a form is not accepted. */
export function requirementsOf(
  byForm: Record<SampleForm, Omit<Requirement, 'form' | 'accepted'> | string>,
): Requirement[] {
  return sampleForms.map((form) => {
    const given = byForm[form]
    return typeof given === 'string' ? { form, accepted: false, note: given } : { form, accepted: true, ...given }
  })
}

/** Data analysis takes no samples. */
export function noSamples(note: string): Requirement[] {
  return sampleForms.map((form) => ({ form, accepted: false, note }))
}

export function questions(...pairs: [question: string, answer: string][]): { question: string; answer: string }[] {
  return pairs.map(([question, answer]) => ({ question, answer }))
}
