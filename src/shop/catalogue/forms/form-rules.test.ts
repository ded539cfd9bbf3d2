import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementSymbols } from '../requirements/element-rules.ts'
import { checkParameters } from './form-check-rules.ts'
import { parameterFormSchema } from './form-schema-rules.ts'
import { describeValues, initialValues, isFieldShown, type ParameterForm } from './form-rules.ts'

const form: ParameterForm = {
  fields: [
    { key: 'note', label: '说明', kind: 'text', maxLength: 10 },
    { key: 'from', label: '起始角', kind: 'number', unit: '°', min: 5, max: 90, step: 0.1, required: true },
    {
      key: 'to',
      label: '终止角',
      kind: 'number',
      unit: '°',
      min: 5,
      max: 90,
      step: 0.1,
      required: true,
      above: 'from',
    },
    {
      key: 'mode',
      label: '测试模式',
      kind: 'choice',
      required: true,
      options: [
        { value: 'normal', label: '常规' },
        { value: 'hot', label: '变温' },
      ],
    },
    {
      key: 'temperatures',
      label: '温度点',
      kind: 'table',
      required: true,
      most: 3,
      showWhen: { field: 'mode', is: ['hot'] },
      columns: [
        { key: 'celsius', label: '温度', kind: 'number', unit: '℃', min: 25, max: 1200, required: true },
        { key: 'remark', label: '备注', kind: 'text', maxLength: 20 },
      ],
    },
    {
      key: 'signals',
      label: '信号',
      kind: 'choices',
      options: [
        { value: 'se', label: 'SE' },
        { value: 'bse', label: 'BSE' },
      ],
    },
    { key: 'safe', label: '不含卤素', kind: 'yesno', required: true },
    { key: 'data', label: '数据', kind: 'file', extensions: ['xy', 'raw'], most: 2 },
    { key: 'elements', label: '元素', kind: 'elements', refused: ['Tc'] },
    { key: 'slot', label: '时段', kind: 'slot', stepMinutes: 30, leastMinutes: 60, mostMinutes: 240 },
  ],
}
const good = { from: 10, to: '80', mode: 'normal', safe: true }

function issuesOf(values: unknown) {
  const result = checkParameters(form, values)
  return result.ok ? [] : result.issues
}

describe('checking parameters', () => {
  test('normalises numeric text, order of choices and elements, and trims', () => {
    const result = checkParameters(form, {
      ...good,
      note: '  薄膜 ',
      signals: ['bse', 'se'],
      elements: ['Zn', 'Fe'],
      slot: { date: '2026-12-01', from: '09:30', minutes: '90' },
    })
    expect(result).toEqual({
      ok: true,
      values: {
        note: '薄膜',
        from: 10,
        to: 80,
        mode: 'normal',
        signals: ['se', 'bse'],
        safe: true,
        elements: ['Fe', 'Zn'],
        slot: { date: '2026-12-01', from: '09:30', minutes: 90 },
      },
    })
  })

  test('names every missing field in Chinese', () => {
    expect(issuesOf({})).toEqual([
      { field: 'from', message: '「起始角」不能为空' },
      { field: 'to', message: '「终止角」不能为空' },
      { field: 'mode', message: '「测试模式」不能为空' },
      { field: 'safe', message: '「不含卤素」不能为空' },
    ])
  })

  test.each([
    [{ ...good, from: 4 }, '「起始角」应在 5 到 90 ° 之间'],
    [{ ...good, from: 10.05 }, '「起始角」应为 0.1 ° 的整数倍'],
    [{ ...good, from: '1e1' }, '「起始角」应为数字'],
    [{ ...good, to: 10 }, '「终止角」应大于 10'],
    [{ ...good, mode: 'other' }, '「测试模式」不在可选范围内'],
    [{ ...good, mode: 'hot' }, '「温度点」不能为空'],
    [{ ...good, mode: 'hot', temperatures: [{ celsius: 2000 }] }, '「温度点」第 1 行「温度」应在 25 到 1200 ℃ 之间'],
    [{ ...good, mode: 'hot', temperatures: [{ celsius: 30, other: 1 }] }, '「温度点」第 1 行有不支持的列'],
    [{ ...good, safe: false }, '「不含卤素」需要确认'],
    [{ ...good, note: '一二三四五六七八九十一' }, '「说明」最多 10 个字'],
    [{ ...good, note: 5 }, '「说明」应为文字'],
    [{ ...good, signals: ['se', 'se'] }, '「信号」有重复的选项'],
    [{ ...good, data: [{ id: 'a', name: 'x.exe' }] }, '「数据」只接受 .xy .raw 文件'],
    [{ ...good, data: [{ id: '../a', name: 'x.xy' }] }, '「数据」格式不正确'],
    [{ ...good, elements: ['Xx'] }, '「元素」含有未知元素'],
    [{ ...good, elements: ['Tc'] }, '「元素」不支持元素 Tc'],
    [{ ...good, slot: { date: '2026-02-30', from: '09:30', minutes: 60 } }, '「时段」请选择日期'],
    [{ ...good, slot: { date: '2026-12-01', from: '09:10', minutes: 60 } }, '「时段」开始时间应为 30 分钟的整数倍'],
    [{ ...good, slot: { date: '2026-12-01', from: '09:30', minutes: 30 } }, '「时段」时长应在 1 到 4 小时之间'],
    [{ ...good, price: 1 }, '不支持的参数「price」'],
  ])('refuses %j', (values, message) => {
    expect(issuesOf(values).map((issue) => issue.message)).toContain(message)
  })

  test('drops the values of fields that are not shown', () => {
    const result = checkParameters(form, { ...good, temperatures: [{ celsius: 300 }] })
    expect(result.ok && result.values).not.toHaveProperty('temperatures')
  })

  test('[T-41] refuses prototype keys as unknown fields and stays bounded on a huge body', () => {
    expect(issuesOf(JSON.parse('{"__proto__": {"from": 1}}'))[0]?.field).toBe('__proto__')
    const huge = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index]))
    expect(issuesOf(huge).length).toBeLessThanOrEqual(50)
    expect(issuesOf({ ...good, note: 'x'.repeat(1_000_000) })[0]?.message).toBe('「说明」最多 10 个字')
  })

  test('[T-22] never throws on any JSON, and its own answers pass unchanged', () => {
    const loose = fc.dictionary(
      fc.constantFrom(...form.fields.map((field) => field.key), 'x'),
      fc.oneof(fc.jsonValue(), plausible),
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), loose), (input) => {
        const result = checkParameters(form, input)
        if (result.ok) expect(checkParameters(form, result.values)).toEqual(result)
        else expect(result.issues.every((issue) => /[一-龥]/.test(issue.message))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})

const plausible: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom('hot', 'normal', true, 'true', 5, 90, '12.5', [], ['se'], ['bse', 'se'], ['Fe', 'Cu']),
  fc.constant([{ celsius: 100 }, { celsius: '200', remark: 'x' }]),
  fc.constant({ date: '2026-12-01', from: '09:30', minutes: 90 }),
  fc.subarray([...elementSymbols], { maxLength: 5 }),
)

describe('a form definition', () => {
  test('accepts the sample form and round-trips through JSON', () => {
    expect(parameterFormSchema.parse(JSON.parse(JSON.stringify(form)))).toEqual(form)
  })

  test.each([
    [
      'a doubled key',
      [
        { key: 'a', label: 'A', kind: 'text' },
        { key: 'a', label: 'B', kind: 'text' },
      ],
    ],
    ['a condition looking forward', [{ key: 'a', label: 'A', kind: 'text', showWhen: { field: 'b', is: ['x'] } }]],
    ['a range upside down', [{ key: 'a', label: 'A', kind: 'number', min: 2, max: 1 }]],
    [
      'an initial value that is no option',
      [{ key: 'a', label: 'A', kind: 'choice', options: [{ value: 'x', label: 'X' }], initial: 'y' }],
    ],
    ['a prototype key', [{ key: '__proto__', label: 'A', kind: 'text' }]],
    ['an unknown kind', [{ key: 'a', label: 'A', kind: 'script' }]],
  ])('refuses %s', (_, fields) => {
    expect(parameterFormSchema.safeParse({ fields }).success).toBe(false)
  })

  test('a condition that looks forward or at itself hides the field instead of looping', () => {
    const circular: ParameterForm = {
      fields: [
        { key: 'a', label: 'A', kind: 'yesno', showWhen: { field: 'b', is: [true] } },
        { key: 'b', label: 'B', kind: 'yesno', showWhen: { field: 'a', is: [true] } },
        { key: 'c', label: 'C', kind: 'yesno', showWhen: { field: 'c', is: [true] } },
      ],
    }
    expect(circular.fields.map((field) => isFieldShown(circular, field, { a: true, b: true, c: true }))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('describes checked values in words', () => {
    const result = checkParameters(form, { ...good, mode: 'hot', temperatures: [{ celsius: 300, remark: '升温' }] })
    expect(result.ok && describeValues(form, result.values).map((item) => item.text)).toEqual([
      '10 °',
      '80 °',
      '变温',
      '300 ℃ 升温',
      '是',
    ])
    expect(initialValues(form)).toEqual({ safe: false })
  })
})
