import { expect, it } from 'vitest'
import { demoProjects } from '../../../../demo/catalogue/projects.ts'
import { projectKind } from '../../editing/kinds/project-kind-rules.ts'
import { doubledNames } from './form-name-rules.ts'
import type { Option, ParameterForm } from './form-rules.ts'

const target = (...options: Option[]): ParameterForm => ({
  fields: [{ key: 'target', label: '靶材', kind: 'choice', options }],
})

it('[Q-112] two options or fields of the same name are refused, because a customer cannot tell them apart', () => {
  const form = target({ value: 'cu', label: '铜靶' }, { value: 'o2', label: '铜靶 ' })
  const message = '前面已有同名的选项，客户分不清'
  expect(doubledNames(form)).toEqual([{ path: ['fields', 0, 'options', 1, 'label'], message }])
  expect(doubledNames({ fields: [...form.fields, ...target({ value: 'mo', label: '钼靶' }).fields] })).toContainEqual({
    path: ['fields', 1, 'label'],
    message: '前面已有同名的字段，客户分不清',
  })
  const issues = projectKind.fields.form.schema.safeParse(form).error?.issues
  expect(issues?.map(({ path }) => path.join('.'))).toEqual(['fields.0.options.1.label'])
})

it('[Q-112] options of the same name that are offered under different conditions are accepted, and so are all demo projects', () => {
  const limited = { value: 'b', label: '铜靶', upTo: { field: 'angle', most: 90 } }
  expect(doubledNames(target({ value: 'a', label: '铜靶' }, limited))).toEqual([])
  for (const { name, form } of demoProjects) expect(doubledNames(form), name).toEqual([])
})
