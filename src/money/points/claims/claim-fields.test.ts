import { expect, test } from 'vitest'
import { integrationApply } from '../contract.ts'

test('[Q-150] an empty DOI is asked for, and only another one is called malformed', () => {
  const saysOf = (doi: string) => integrationApply.input.shape.doi.safeParse(doi).error?.issues[0]?.message
  expect(saysOf(' ')).toBe('请填写 DOI')
  expect(saysOf('11.1/x')).toContain('格式不正确')
  expect(saysOf('https://doi.org/10.1016/j.jpcs.2024.1')).toBeUndefined()
})
