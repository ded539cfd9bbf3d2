import { describe, expect, test } from 'vitest'
import { demoCategories } from './demo/categories.ts'
import { demoProjects } from './demo/projects.ts'
import { checkParameters } from './form-check-rules.ts'
import { parameterFormSchema, priceRuleSchema } from './form-contract.ts'
import { initialValues } from './form-rules.ts'
import { chargeOf, priceGroups, priceOf, pricingFaults } from './price-rules.ts'

function priceOfSlug(slug: string, values: Record<string, unknown>, sampleCount = 1, urgent = false) {
  const project = demoProjects.find((candidate) => candidate.slug === slug)
  if (!project) throw new Error(`no project ${slug}`)
  const checked = checkParameters(project.form, { ...initialValues(project.form), ...values })
  if (!checked.ok) return checked.issues.map((issue) => issue.message).join('；')
  const price = priceOf({ ...project, values: checked.values, group: 'institute', sampleCount, urgent })
  return price.kind === 'quote' ? 'quote' : price.totalFen / 100
}

describe('the demo projects', () => {
  test.each(demoProjects.map((project) => [project.slug, project] as const))(
    '%s is complete and priced',
    (_, project) => {
      expect(parameterFormSchema.safeParse(project.form).error).toBeUndefined()
      expect(priceRuleSchema.safeParse(project.rule).error).toBeUndefined()
      expect(pricingFaults(project.rule, project.form)).toEqual([])
      expect(project.content.requirements.map((item) => item.form)).toEqual([
        'powder',
        'block',
        'film',
        'liquid',
        'fibre',
      ])
      expect(project.content.faq.length).toBeGreaterThanOrEqual(3)
      expect(demoCategories.find((node) => node.id === project.childId)?.parentId).toBe(project.categoryId)
      expect(demoCategories.find((node) => node.id === project.categoryId)?.parentId).toBe(project.typeId)
      expect(new Set(project.form.fields.flatMap((field) => field.showWhen?.field ?? [])).size).toBeGreaterThanOrEqual(
        0,
      )
    },
  )

  test('add-ons that no field triggers would never be charged: there are none', () => {
    for (const project of demoProjects) {
      if (project.rule.kind === 'quote') continue
      const effects = project.form.fields.flatMap((field) => [
        ...(field.price ?? []),
        ...('options' in field ? field.options.flatMap((item) => item.price ?? []) : []),
      ])
      const used = effects.map((effect) => chargeOf(project.rule, [effect])?.key)
      for (const addOn of project.rule.addOns) expect(used, project.slug).toContain(addOn.key)
    }
  })

  test.each([
    ['sem', { coating: 'gold', eds: ['map'], edsElements: ['Fe'], pictures: 12 }, 2, 2 * (100 + 20 + 150 + 10)],
    ['tem', { billing: 'hour', hours: 1.5, preparation: 'ready' }, 1, 900],
    ['xrd', { mode: 'variable', temperatures: [{ celsius: 200 }, { celsius: 400 }] }, 1, 60 + 300 + 200],
    [
      'xps',
      {
        lines: [
          { element: 'C', orbital: '1s' },
          { element: 'O', orbital: '1s' },
          { element: 'Fe', orbital: '2p' },
          { element: 'Co', orbital: '2p' },
        ],
      },
      1,
      290,
    ],
    ['bet', { content: 'micro', expected: 1200, stable: true }, 1, 450],
    ['nmr', { experiments: ['h1', 'c13'], hours: 3, solvable: true }, 1, 60 + 200 + 2 * 50],
    ['icp', { elements: ['Ni', 'Co'], expected: 'Ni 30%' }, 2, 2 * (3 * 40 + 80)],
    ['icp', { elements: ['Li', 'Ni', 'Co', 'Mn'], expected: '主量', digestion: 'done', matrix: '2% HNO₃' }, 1, 160],
    ['ftir', {}, 1, 50],
    ['raman', { points: 3 }, 2, 240],
    ['tg-dsc', { rate: 'r5', corrosive: ['none'] }, 2, 400],
    ['sem-onsite', { slot: { date: '2026-12-01', from: '09:00', minutes: 90 }, coating: true }, 2, 600 + 40],
    [
      'xrd-refinement',
      { spectra: 3, data: [{ id: 'f1', name: 'a.xy' }], instrument: 'Cu Kα', phases: [{ name: 'NaCl' }] },
      1,
      600,
    ],
    [
      'dft',
      { structure: [{ id: 'f1', name: 'a.cif' }], atoms: 64, properties: ['band'], goal: '解释带隙' },
      1,
      'quote',
    ],
  ])('%s with %j × %i costs ¥%s', (slug, values, sampleCount, expected) => {
    expect(priceOfSlug(slug, values, sampleCount)).toBe(expected)
  })

  test('urgent NMR costs half as much again, TEM by FIB is quoted, and every group pays its own price', () => {
    expect(priceOfSlug('nmr', { solvable: true }, 1, true)).toBe(90)
    expect(priceOfSlug('tem', { preparation: 'fib' })).toBe('quote')
    for (const { rule } of demoProjects) {
      if (rule.kind === 'quote') continue
      for (const { unitFen } of rule.rates) expect(priceGroups.map((group) => unitFen[group] % 100)).toEqual([0, 0, 0])
      for (const { unitFen } of rule.rates) expect(unitFen.enterprise).toBeGreaterThan(unitFen.institute)
    }
  })
})
