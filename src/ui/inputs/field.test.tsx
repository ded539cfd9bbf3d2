import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field } from './field.tsx'
import { Select, TextInput } from './input.tsx'

it('the controls of a group share no id, and the one of another field is that of its label [Q-195]', () => {
  const options = [{ value: 'a', label: 'A' }]
  const html = renderToStaticMarkup(
    <>
      <Field label="项目" as="group" hint="先选分类，再选项目">
        <Select aria-label="分类" value="a" options={options} />
        <Select aria-label="项目" value="a" options={options} />
      </Field>
      <Field label="名称">
        <TextInput />
      </Field>
    </>,
  )
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const [, labelled] = /for="([^"]+)"/.exec(html) ?? []
  expect(html).toMatch(new RegExp(`<input[^>]* id="${labelled}"`))
})
