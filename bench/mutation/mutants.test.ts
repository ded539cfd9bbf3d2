import { expect, test } from 'vitest'
import { applied, mutantsOf } from './mutants.ts'

const changed = (source: string) => mutantsOf(source).map((mutant) => applied(source, mutant))

test('comparisons, conditions, calculations and switches are turned round one at a time', () => {
  expect(changed('const f = (a: number) => a < 3')).toEqual([
    'const f = (a: number) => a <= 3',
    'const f = (a: number) => a < 4',
  ])
  expect(changed('if (open && !paid) close()')).toEqual([
    'if (!(open && !paid)) close()',
    'if (open || !paid) close()',
    'if (open && paid) close()',
    'if (open && !paid) ;',
  ])
  expect(changed('list.filter(isOpen).some(isPaid)')).toEqual([
    ';',
    'list.some(isPaid)',
    'list.filter(isOpen).every(isPaid)',
  ])
})

test('types, imports, thrown texts and joined texts have no mutants', () => {
  expect(changed("import { a } from './a.ts'\ntype One = 1 | 2\nthrow new Error('x' + 1)")).toEqual([])
  expect(changed('const text = `${a}` + b')).toEqual([])
})

test('a statement finds other rows, and what is in its values is changed as code', () => {
  const source = 'sql`select id from t where a = ${b ? 1 : c} and d is null order by id desc`'
  expect(changed(source)).toEqual([
    'sql`select id from t where a <> ${b ? 1 : c} and d is null order by id desc`',
    'sql`select id from t where a = ${!(b) ? 1 : c} and d is null order by id desc`',
    'sql`select id from t where a = ${b ? 2 : c} and d is null order by id desc`',
    'sql`select id from t where a = ${b ? 1 : c} or d is null order by id desc`',
    'sql`select id from t where a = ${b ? 1 : c} and d is not null order by id desc`',
    'sql`select id from t where a = ${b ? 1 : c} and d is null order by id`',
  ])
})

test('a mutant knows the named function around it', () => {
  const source = 'const limit = 3\nexport function outer() { return list.map((x) => x + 1) }\nconst inner = () => 2'
  expect(mutantsOf(source).map(({ line, inside }) => [line, inside])).toEqual([
    [1, undefined],
    [2, 'outer'],
    [2, 'outer'],
    [3, 'inner'],
  ])
  const secret = 'class Till { #open() { return 1 } sum() { return 2 } }'
  expect(mutantsOf(secret).map(({ inside }) => inside)).toEqual(['#open', 'sum'])
})
