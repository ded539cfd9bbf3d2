import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { describe, expect, it } from 'vitest'
import { demoProjects } from '../../../../demo/catalogue/projects.ts'
import { ParameterForm } from './parameter-form.tsx'
import { PriceBreakdown } from '../prices/price-breakdown.tsx'
import { priceNote } from '../prices/price-note-rules.ts'
import { priceOf } from '../prices/price-rules.ts'
import { RequirementChecklist } from '../requirements/requirement-checklist.tsx'
import { errorsOf, knownValues, useParameters } from './use-parameters.tsx'

type Project = (typeof demoProjects)[number]

function project(slug: string): Project {
  const found = demoProjects.find((candidate) => candidate.slug === slug)
  if (!found) throw new Error(`no project ${slug}`)
  return found
}

function Shown({ of, values }: { of: Project; values?: Record<string, unknown> }) {
  const parameters = useParameters(of.form, values)
  return <ParameterForm form={of.form} parameters={parameters} rule={of.rule} group="enterprise" />
}

/** Renders completely, including lazy controls. */
async function rendered(node: ReactNode): Promise<string> {
  return text((await prerenderToNodeStream(node)).prelude)
}

describe('the parameter form', () => {
  it.each(demoProjects.map((each) => [each.slug, each] as const))(
    'renders %s with a name on every control and no id twice',
    async (_, each) => {
      const markup = await rendered(<Shown of={each} />)
      const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
      expect(new Set(ids).size).toBe(ids.length)
      for (const field of each.form.fields) {
        if (!field.showWhen) expect(markup).toContain(field.label)
      }
    },
  )

  it('shows the elements of ICP as a periodic table, and rows of a table with names', async () => {
    expect(await rendered(<Shown of={project('icp')} />)).toContain('aria-label="测定元素"')
    const hot = await rendered(
      <Shown of={project('xrd')} values={{ mode: 'variable', temperatures: [{ celsius: 300 }] }} />,
    )
    expect(hot).toContain('aria-label="第 1 行 温度"')
    expect(await rendered(<Shown of={project('xrd')} />)).not.toContain('第 1 行 温度')
  })

  it('shows the prices of the customer’s group with the choices', () => {
    expect(renderToStaticMarkup(<Shown of={project('sem')} />)).toContain('+¥32/样')
    const { rule } = project('xps')
    expect(priceNote(rule, 'institute', [{ charge: 'element', free: 3 }])).toBe('超出 3 后 +¥40/元素')
    expect(priceNote(rule, 'institute', [{ quote: true }])).toBe('需报价')
  })

  it('[F-62] a field that has just appeared shows no error before it is checked', () => {
    const result = {
      ok: false as const,
      issues: ['end', 'elements'].map((field) => ({ field, message: `请填写${field}` })),
    }
    expect(errorsOf(result, new Set(['end']))).toEqual({ end: '请填写end' })
  })

  it('drops values of fields that a newer form no longer has', () => {
    expect(knownValues(project('ftir').form, { mode: 'kbr', gone: 1 })).toEqual({ mode: 'kbr' })
  })
})

describe('price and requirements', () => {
  it('show every line with the total, or that a quote is needed', () => {
    const sem = project('sem')
    const price = priceOf({ ...sem, values: { coating: 'gold' }, group: 'institute', sampleCount: 3, urgent: false })
    const markup = renderToStaticMarkup(<PriceBreakdown price={price} />)
    expect(markup).toContain('镀膜')
    expect(markup).toContain('¥360.00')
    expect(renderToStaticMarkup(<PriceBreakdown price={{ kind: 'quote' }} />)).toContain('需报价')
  })

  it('start with the first accepted sample form and show what is refused', () => {
    const { requirements, notices } = project('sem').content
    expect(renderToStaticMarkup(<RequirementChecklist requirements={requirements} notices={notices} />)).toContain(
      '数量：≥ 10 mg',
    )
    expect(renderToStaticMarkup(<RequirementChecklist requirements={requirements} form="liquid" />)).toContain(
      '不接收液体样品',
    )
  })
})
