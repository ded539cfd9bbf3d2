import { expect, it } from 'vitest'
import { checkParameters } from '../src/shop/catalogue/forms/form-check-rules.ts'
import {
  initialValues,
  isFieldShown,
  type ParameterForm,
  type ParameterValues,
} from '../src/shop/catalogue/forms/form-rules.ts'
import { unsuitable } from '../src/shop/catalogue/requirements/suitability-rules.ts'
import { demoProjects } from './catalogue/projects.ts'
import { filledForm } from './life/form.ts'
import { suitable } from './life/order-life.ts'
import { seededRandom } from './life/random.ts'

const sold = demoProjects.filter(({ typeId }) => typeId === 1)
const random = seededRandom(7)
const times = Array.from({ length: 60 }, (_, n) => n)

it('[Q-363] the people of the demo fill in forms that ask for no file, unless each does', () => {
  const asksFile = (form: ParameterForm, values: ParameterValues) =>
    form.fields.some((field) => field.kind === 'file' && field.required && isFieldShown(form, field, values))
  const refused = sold.flatMap(({ name, form }) =>
    asksFile(form, initialValues(form))
      ? []
      : times.flatMap(() => (checkParameters(form, filledForm(form, random)).ok ? [] : [name])),
  )
  expect(refused).toEqual([])
})

it('[Q-363] the people of the demo send samples that their test can measure', () => {
  const refused = sold.flatMap(({ name, content }) => {
    const requirements = content.requirements ?? []
    const forms = requirements.filter(({ accepted }) => accepted).map(({ form }) => form)
    const suitability = content.suitability ?? []
    if (forms.length === 0) return []
    return times.flatMap(() => {
      const sample = { ...suitable(random, { forms, requirements, suitability }), hazards: [], amount: '' }
      const faults = unsuitable(sample, { requirements, suitability }).filter(({ effect }) => effect === 'refuse')
      return faults.length > 0 ? [`${name}: ${sample.composition}`] : []
    })
  })
  expect(refused).toEqual([])
})
