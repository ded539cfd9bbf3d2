import { describe, expect, test } from 'vitest'
import { demoCategories } from './categories.ts'
import { demoProjects } from './projects.ts'
import { checkParameters } from '../../src/shop/catalogue/forms/form-check-rules.ts'
import { parameterFormSchema, priceRuleSchema } from '../../src/shop/catalogue/forms/form-schema-rules.ts'
import {
  type Field,
  initialValues,
  isFieldShown,
  type ParameterForm,
} from '../../src/shop/catalogue/forms/form-rules.ts'
import { chargeOf, priceGroups, priceOf, pricingFaults } from '../../src/shop/catalogue/prices/price-rules.ts'

function priceOfSlug(slug: string, values: Record<string, unknown>, sampleCount = 1, urgent = false) {
  const project = demoProjects.find((candidate) => candidate.slug === slug)
  if (!project) throw new Error(`no project ${slug}`)
  const checked = checkParameters(project.form, { ...initialValues(project.form), ...values })
  if (!checked.ok) return checked.issues.map((issue) => issue.message).join('；')
  const price = priceOf({ ...project, values: checked.values, group: 'institute', sampleCount, urgent })
  return price.kind === 'quote' ? 'quote' : price.totalFen / 100
}

/** Values for every visible field: given values first, then initial values, then plausible ones. */
function exampleOf(form: ParameterForm, given: Record<string, unknown>): Record<string, unknown> {
  const initial = initialValues(form)
  const values: Record<string, unknown> = {}
  for (const field of form.fields) {
    if (!isFieldShown(form, field, values)) continue
    const value = given[field.key] ?? initial[field.key]
    const fits = field.kind !== 'yesno' || !field.required || value === true
    values[field.key] = value !== undefined && fits ? value : rightValue(field, values)
  }
  return values
}

function rightValue(field: Field, earlier: Record<string, unknown>): unknown {
  switch (field.kind) {
    case 'text':
      return '示例'
    case 'number': {
      const over = field.above === undefined ? undefined : earlier[field.above]
      return typeof over === 'number' && over >= field.min ? field.max : field.min
    }
    case 'choice':
      return field.options[0]?.value
    case 'choices':
      return field.options.slice(0, Math.max(1, field.least ?? 0)).map((item) => item.value)
    case 'yesno':
      return true
    case 'file':
      return [{ id: 'f1', name: `数据.${field.extensions[0]}` }]
    case 'elements':
      return ['Fe', 'Ni', 'Co'].slice(0, field.most ?? 3)
    case 'table':
      return [
        Object.fromEntries(
          field.columns.map((column) => [
            column.key,
            column.kind === 'text' ? 'Fe' : column.kind === 'number' ? column.min : column.options[0]?.value,
          ]),
        ),
      ]
    case 'slot':
      return { date: '2026-12-01', from: '09:00', minutes: field.leastMinutes }
  }
}

function wrongValue(field: Field): unknown {
  if (field.kind === 'number') return field.max + 1
  if (field.kind === 'text') return '长'.repeat((field.maxLength ?? 200) + 1)
  if (field.kind === 'elements') return ['Xx']
  if (field.kind === 'file') return [{ id: 'f1', name: '程序.exe' }]
  return field.kind === 'yesno' ? 'maybe' : ['没有的选项']
}

function wantsQuote(form: ParameterForm, values: Record<string, unknown>): boolean {
  return form.fields.some(
    (field) =>
      'options' in field &&
      field.options.some(
        ({ value, price }) =>
          [values[field.key]].flat().includes(value) && price?.some((effect) => 'quote' in effect && effect.quote),
      ),
  )
}

/** Variants of a form that differ by one choice. */
function oneOption(field: Field): Record<string, unknown>[] {
  if (field.kind === 'choice' || field.kind === 'choices')
    return field.options.map(({ value, showWhen, upTo }) => ({
      ...(showWhen ? { [showWhen.field]: showWhen.is[0] } : {}),
      ...(upTo ? { [upTo.field]: upTo.most } : {}),
      [field.key]: field.kind === 'choice' ? value : [value],
    }))
  return field.kind === 'yesno' ? [{ [field.key]: true }] : []
}

describe('the demo projects', () => {
  test('[C-02] are 26 or more in 10 or more categories of all three kinds of service, each with a name and a slug of its own', () => {
    expect(demoProjects.length).toBeGreaterThanOrEqual(26)
    expect(new Set(demoProjects.map((project) => project.categoryId)).size).toBeGreaterThanOrEqual(10)
    expect(new Set(demoProjects.map((project) => project.typeId))).toEqual(new Set([1, 2, 3]))
    for (const key of ['slug', 'name', 'sketch'] as const)
      expect(new Set(demoProjects.map((project) => project[key])).size).toBe(demoProjects.length)
    // Every branch of the category tree must contain a project.
    for (const node of demoCategories.filter(({ level }) => level === 3))
      expect(
        demoProjects.some((project) => project.childId === node.id),
        node.name,
      ).toBe(true)
  })

  test.each(demoProjects.map((project) => [project.slug, project] as const))(
    '[C-02] %s takes a filled-in form, prices it for every group, and refuses a wrong value in any field',
    (_, project) => {
      const { form, rule } = project
      // Covers every branch of the form: the default values, and each option of each choice.
      const ways = [{}, ...form.fields.flatMap(oneOption)]
      for (const way of ways) {
        const example = exampleOf(form, way)
        const checked = checkParameters(form, example)
        expect(checked, JSON.stringify(way)).toMatchObject({ ok: true })
        if (!checked.ok) continue
        for (const group of priceGroups) {
          const price = priceOf({ rule, form, values: checked.values, group, sampleCount: 3, urgent: false })
          expect(price.kind === 'quote').toBe(rule.kind === 'quote' || wantsQuote(form, checked.values))
          if (price.kind === 'quote') continue
          expect(price.totalFen).toBeGreaterThan(0)
          expect(price.lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(price.totalFen)
        }
        for (const field of form.fields.filter(({ key }) => key in example)) {
          const bad = checkParameters(form, { ...example, [field.key]: wrongValue(field) })
          expect(bad.ok ? field.key : bad.issues.map((issue) => issue.field)).toContain(field.key)
        }
      }
    },
  )

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
      expect(project.content.instruments.length).toBeGreaterThan(0)
      expect(project.content.results.length).toBeGreaterThan(0)
      expect(project.content.notices.length).toBeGreaterThanOrEqual(2)
      expect(project.aliases.length).toBeGreaterThanOrEqual(5)
      expect(project.tags).toHaveLength(3)
      expect(project.daysTo).toBeGreaterThanOrEqual(project.daysFrom)
    },
  )

  test('[C-02] every project leads to others that exist, without itself', () => {
    const slugs = demoProjects.map((project) => project.slug)
    for (const { slug, content } of demoProjects) {
      expect(content.related?.length, slug).toBeGreaterThanOrEqual(3)
      expect(content.related).not.toContain(slug)
      expect(slugs).toEqual(expect.arrayContaining(content.related ?? []))
    }
  })

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
    ['tensile', { bar: '1A', thickness: 4, extensometer: true }, 2, 2 * (50 + 30)],
    ['particle-size', { from: 100, to: 50_000 }, 3, 180],
    ['contact-angle', { mode: 'energy' }, 1, 120],
    ['uv-vis', { mode: 'reflectance', analysis: ['tauc'] }, 1, 40 + 30 + 30],
    ['hardness', { points: 3 }, 2, 2 * 5 * 15],
    ['ion-chromatography', { ions: ['cl', 'na'], expected: '50 mg/L' }, 1, 90],
    ['electrochemistry', { content: ['cv', 'eis'], electrolyte: '1 mol/L KOH', cvRates: '10' }, 1, 120 + 120 + 60],
    ['photoluminescence', { content: ['emission', 'excitation', 'lifetime'], monitor: 520 }, 1, 60 + 60 + 120],
    [
      'tem-onsite',
      {
        meeting: '13800138000',
        slot: { date: '2026-12-01', from: '09:00', minutes: 150 },
        preparation: 'disperse',
        nonMagnetic: true,
      },
      1,
      2.5 * 700 + 40,
    ],
    [
      'xps-fitting',
      { data: [{ id: 'f1', name: 'a.vms' }], elements: ['Fe', 'O'], regions: 4, samples: '水热' },
      1,
      240,
    ],
    ['illustration', { story: '锂离子嵌入过程' }, 1, 'quote'],
    [
      'dft',
      { structure: [{ id: 'f1', name: 'a.cif' }], atoms: 64, properties: ['band'], goal: '解释带隙' },
      1,
      'quote',
    ],
  ])('%s with %j × %i costs ¥%s', (slug, values, sampleCount, expected) => {
    expect(priceOfSlug(slug, values, sampleCount)).toBe(expected)
  })

  // What has no initial value is filled in with the first option or the least number.
  test.each([
    ['fatigue', { cycles: 'e7', temperature: 'high' }, 3, 3 * (400 + 900 + 300)],
    ['fatigue', { standard: 'gb6398' }, 1, 1200],
    ['fatigue', { standard: 'other' }, 1, 'quote'],
    ['cell-viability', { doses: 'five', hours: 'all' }, 2, 2 * (800 + 120 + 500)],
    ['cell-viability', { line: 'own', way: 'contact' }, 1, 300 + 600 + 150],
    ['flexural-impact', { standard: 'gb1043', notch: 'a', temperature: 'low' }, 2, 2 * (80 + 60 + 120)],
    ['dma', { sweep: 'master', cooling: 'nitrogen' }, 1, 700 + 100],
    ['ebsd', { hours: 2, preparation: 'argon', eds: 'yes', analysis: ['ipf', 'pole'] }, 1, 2 * 500 + 600 + 200 + 150],
    ['hall', { content: ['probe', 'hall'], points: 9, contacts: 'indium' }, 2, 2 * (50 + 200 + 4 * 5 + 60)],
    ['karl-fischer', { method: 'oven', repeats: 'five' }, 2, 2 * (120 + 40)],
    ['maldi-tof', { polarity: 'both', clean: 'yes' }, 3, 3 * (120 + 60 + 50)],
    ['rheology', { content: 'temperature', trap: true }, 1, 200 + 30],
    ['saxs', { mode: 'both', background: 'cell', absolute: 'absolute' }, 2, 2 * (300 + 80)],
    ['solid-nmr', { hours: 4, excitation: 'toss' }, 1, 4 * 260 + 80],
    ['tof-sims', { mode: 'depth', polarity: 'both', sputter: 'cluster', targets: ['element'] }, 1, 1000 + 300 + 300],
    ['tpr-tpd', { content: 'nh3', detector: 'ms', blank: 'yes' }, 1, 280 + 200 + 150],
    ['ct', { resolution: 'micro', load: 'press', analysis: ['porosity'], delivery: 'mesh' }, 1, 600 + 500 + 200 + 100],
    ['ct', { resolution: 'nano' }, 1, 'quote'],
  ])('%s with %j × %i costs ¥%s', (slug, values, sampleCount, expected) => {
    const { form } = demoProjects.find((project) => project.slug === slug) ?? {}
    expect(priceOfSlug(slug, form ? { ...exampleOf(form, values), ...values } : {}, sampleCount)).toBe(expected)
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

describe('limits of the demo projects’ forms', () => {
  const issues = (slug: string, values: Record<string, unknown>) => {
    const form = demoProjects.find((project) => project.slug === slug)?.form
    if (!form) throw new Error(`no project ${slug}`)
    const checked = checkParameters(form, { ...exampleOf(form, values), ...values })
    return checked.ok ? [] : checked.issues.map(({ field }) => field)
  }

  test('an adsorbate belongs to what is measured with it', () => {
    expect(issues('bet', { content: 'area', gas: 'kr' })).toEqual([])
    expect(issues('bet', { content: 'area', gas: 'co2' })).toEqual(['gas'])
    expect(issues('bet', { content: 'micro', gas: 'co2' })).toEqual([])
    expect(issues('bet', { content: 'full', gas: 'kr' })).toEqual(['gas'])
  })

  test('an aluminium crucible ends at 600 ℃, and “none of these” stands alone', () => {
    expect(issues('tg-dsc', { to: 600, crucible: 'aluminium' })).toEqual([])
    expect(issues('tg-dsc', { to: 601, crucible: 'aluminium' })).toEqual(['crucible'])
    expect(issues('tg-dsc', { corrosive: ['none', 'sulphur'] })).toEqual(['corrosive'])
    expect(issues('tg-dsc', { corrosive: ['halogen', 'sulphur'] })).toEqual([])
  })

  test('upconversion emits below the wavelength that excites, and near infrared is paid for', () => {
    expect(issues('photoluminescence', { conversion: 'up', laser: 'nm980', upFrom: 400, upTo: 700 })).toEqual([])
    expect(issues('photoluminescence', { conversion: 'down', excite: 400, from: 380, to: 700 })).toEqual(['from'])
    expect(issues('uv-vis', { band: 'uvvis', to: 2500 })).toEqual(['to'])
    expect(issues('uv-vis', { band: 'nir', nirTo: 2500 })).toEqual([])
  })

  test('plastics take five bars, rubber and metals may take three; radioactive elements are refused', () => {
    expect(issues('tensile', { standard: 'gb1040', parallel: 'three' })).toEqual(['parallel'])
    expect(issues('tensile', { standard: 'gb528', parallel: 'three' })).toEqual([])
    for (const element of ['Tc', 'Po', 'At', 'Fr', 'Ra'])
      expect(issues('icp', { elements: [element, 'Fe', 'Ni'] })).toEqual(['elements'])
  })

  test('an impedance says its range, amplitude and bias', () => {
    const form = demoProjects.find(({ slug }) => slug === 'electrochemistry')?.form as ParameterForm
    const asked = (content: string[]) =>
      form.fields
        .filter((field) => isFieldShown(form, field, { ...initialValues(form), content }))
        .map(({ key }) => key)
    expect(asked(['eis'])).toEqual(expect.arrayContaining(['lowHertz', 'highHertz', 'amplitude', 'bias']))
    expect(asked(['eis'])).not.toEqual(expect.arrayContaining(['cvRates']))
    expect(asked(['cv', 'lsv', 'charge'])).toEqual(expect.arrayContaining(['cvRates', 'lsvRate', 'currents']))
  })
})
