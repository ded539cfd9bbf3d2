import { expect, it } from 'vitest'
import { contractDocument } from './contract-document.ts'
import type { ContractBody } from '../rules.ts'
import type { ContractRow } from '../store.ts'

const body: ContractBody = {
  customer: {
    company: '示例公司',
    contact: '李经理',
    phone: '',
    email: '',
    address: '',
    creditCode: '91110000EXAMPLE000',
  },
  laboratory: {
    name: '明析科测',
    address: '',
    phone: '',
    email: '',
    bank: { holder: '', bank: '', account: '' },
    creditCode: '00000000EXAMPLE000',
    taxRate: '6%',
  },
  lines: [
    { projectName: 'XRD', described: '', sampleCount: 1, amountFen: 100, days: 3 },
    { projectName: '定制', described: '', sampleCount: 1, amountFen: 100 },
  ],
  urgent: false,
  deliveryDays: 5,
  serviceType: 1,
}

function printed(change: Partial<ContractBody> = {}) {
  const row = { contractNo: 'HT1', orderNo: 'MX1', edition: 1, amountFen: 200, stage: 'to_sign', signedName: '' }
  const issuedAt = new Date('2026-03-02T02:00:00Z')
  const { blocks } = contractDocument({ ...row, issuedAt, signedAt: null, body: { ...body, ...change } } as ContractRow)
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block] : []))
  return {
    blocks,
    text: paragraphs.map((block) => block.text).join('\n'),
    strong: paragraphs.filter((block) => block.strong).map((block) => block.text),
  }
}

it('[LAW-1] a contract with a penalty for lateness says from when and within how many working days it delivers', () => {
  const { text, blocks } = printed()
  expect(text).toContain('自样品与款项均到齐之日起 5 个工作日内交付')
  const table = blocks.find((block) => block.kind === 'table')
  expect(table).toMatchObject({ columns: expect.arrayContaining([expect.objectContaining({ header: '周期' })]) })
  expect(table?.rows.map((row) => row[4])).toEqual(['3 个工作日', '见第四条'])
  expect(printed({ serviceType: 3 }).text).toContain('自数据与款项均到齐之日起')
})

it('[LAW-1] names tax rate, credit codes, method, subcontracting and use of the report', () => {
  const { text, blocks } = printed()
  const facts = blocks.flatMap((block) => (block.kind === 'facts' ? block.items : []))
  expect(facts.filter(({ term }) => term === '统一社会信用代码').map(({ value }) => value)).toEqual([
    '91110000EXAMPLE000',
    '00000000EXAMPLE000',
  ])
  for (const words of ['税率6%', '检测方法与标准', '分包', '不得部分复制报告']) expect(text).toContain(words)
})

it('[LAW-2] the cap has the exceptions of the law; cap, silent acceptance and venue are set in bold', () => {
  const { strong, text } = printed()
  expect(text).toContain('但造成对方人身损害，或因故意、重大过失造成财产损失的除外')
  expect(strong).toHaveLength(3)
  for (const words of ['视为验收合格', '以相应项目的服务费用为限', '人民法院'])
    expect(strong.some((clause) => clause.includes(words))).toBe(true)
})
