import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyDayFault } from '../rules.ts'
import { comparedLines, NO_PAYER, readBankLines } from './statement-rules.ts'

describe('rows of a bank statement', () => {
  const now = new Date('2026-03-02T02:00:00Z')

  it('[F-49] dated in the future, or more than a year ago, are refused by line', () => {
    const text =
      'A0001\t2027-03-01\t1\t甲\nA0002\t2026-03-02 23:59\t1\t甲\nA0003\t2026-03-03\t1\t甲\nA0004\t2010-03-01\t1\t甲'
    expect(readBankLines(text, now).faults).toEqual([
      '第1行：到账时间“2027-03-01”晚于今天',
      '第3行：到账时间“2026-03-03”晚于今天',
      '第4行：到账时间“2010-03-01”早于一年前',
    ])
    expect([moneyDayFault('2025-03-01', now), moneyDayFault('2025-02-28', now)]).toEqual([undefined, 'old'])
  })

  it('are read from tabs and commas and quoted amounts; the header and empty lines are skipped', () => {
    const { lines, faults } = readBankLines(
      '流水号,到账时间,金额,付款户名,付款账号,附言\n\nA0001,2026/03/01 10:20,"1,280.50",某大学,6222,MX2222\nA0002\t2026-03-01\t3\t张三',
      now,
    )
    expect(faults).toEqual([])
    expect(lines).toEqual([
      {
        serial: 'A0001',
        amountFen: 128050,
        payer: '某大学',
        payerAccount: '6222',
        receivedAt: '2026-03-01 10:20',
        memo: 'MX2222',
      },
      { serial: 'A0002', amountFen: 300, payer: '张三', payerAccount: '', receivedAt: '2026-03-01', memo: '' },
    ])
  })

  it('[Q-74] with amounts in full-width digits are read', () => {
    expect(readBankLines('A0001\t2026-03-01\t１,２００.５０\t张三', now).lines).toMatchObject([{ amountFen: 120_050 }])
  })

  it('[T-22] with amounts that are not positive yuan with at most two decimals, or with repeated serials, are refused', () => {
    for (const amount of ['-1', '0', '0.00', '1e2', '1.005', 'NaN', '9007199254740993']) {
      expect(readBankLines(`A0001\t2026-03-01\t${amount}\t张三`, now).faults, amount).toHaveLength(1)
    }
    expect(readBankLines('A0001\t2026-03-01\t1\t甲\nA0001\t2026-03-01\t1\t甲', now).faults).toEqual([
      '第2行：流水号 A0001 重复',
    ])
  })

  it('[Q-212] that were imported before are told apart, and those with another amount are faults', () => {
    const { lines } = readBankLines('A0001\t2026-03-01\t1\t甲\nA0002\t2026-03-01\t2\t甲\nA0003\t2026-03-01\t3\t甲', now)
    const { fresh, known, faults } = comparedLines(lines, [
      { serial: 'A0001', amountFen: 100 },
      { serial: 'A0002', amountFen: 1 },
    ])
    expect([fresh, known].map((some) => some.map(({ serial }) => serial))).toEqual([['A0003'], ['A0001']])
    expect(faults).toEqual(['流水号 A0002 此前已按 ¥0.01 导入，现为 ¥2.00'])
  })

  it('never throw, whatever is pasted', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readBankLines(text, now)))
  })
})

describe('the export of a bank', () => {
  const now = new Date('2026-03-02T02:00:00Z')
  const shown = (text: string) => {
    const { lines, faults, outgoing, others } = readBankLines(text, now)
    return { rows: lines.map((line) => Object.values(line).join('|')), faults, outgoing, others }
  }

  it('[Q-349] 建设银行: titles above the head, tabs behind numbers, credit and debit in two columns', () => {
    const text = [
      '中国建设银行活期账户交易明细\t',
      '账号:,11001234567890\t,币种:,人民币元,起止日期:,20260201-20260301',
      '',
      '交易时间,借方发生额（支取）,贷方发生额（收入）,余额,币种,对方户名,对方账号,对方开户机构,记账日期,摘要,备注,账户明细编号-交易流水号',
      '20260227 09:13:22\t,0.00,"12,800.50","112,800.50",人民币元,某大学,6222000000000000001\t,建行北京分行,20260227,网银转账,MX2222 检测费,23-110650012345\t',
      '20260228 10:00:00\t,"3,000.00",0.00,"109,800.50",人民币元,某供应商,6222000000000000002\t,建行,20260228,付款,,24-110650012346\t',
      '合计,"3,000.00","12,800.50",,,,,,,,,',
    ].join('\r\n')
    expect(shown(text)).toEqual({
      rows: ['23-110650012345|1280050|某大学|6222000000000000001|2026-02-27 09:13:22|网银转账 MX2222 检测费'],
      faults: [],
      outgoing: 1,
      others: 1,
    })
  })

  it('[Q-349] 招商银行: day and hour in two columns, the payer as 收(付)方名称, as cells of Excel', () => {
    const text = [
      '账号：110900000000001\t\t\t',
      '"交易日\n"\t交易时间\t起息日\t交易类型\t借方金额\t贷方金额\t余额\t摘要\t流水号\t用途\t收（付）方名称\t收（付）方帐号',
      '20260227\t091322\t20260227\t网银贷记\t\t300\t1300\t"说 ""检测费"""\tG12345\t\t张三\t6222',
      '20260228\t1899-12-30 10:05:00\t20260228\t结息\t\t1.07\t1301.07\t结息\tG12346\t\t\t',
    ].join('\n')
    expect(shown(text)).toEqual({
      rows: [
        'G12345|30000|张三|6222|2026-02-27 09:13:22|说 "检测费"',
        `G12346|107|${NO_PAYER}||2026-02-28 10:05:00|结息`,
      ],
      faults: [],
      outgoing: 0,
      others: 0,
    })
  })

  it('[Q-349] 工商银行 and 中国银行: one amount with its direction in a column', () => {
    const icbc = [
      '凭证号,对方账号,交易时间,借/贷,发生额,对方单位,摘要,用途,附言',
      '="0012345",6222,2026-02-27-09.13.22,贷,"1,200.00",某大学,汇款,,MX2222',
      '0012346,6222,2026-02-27-09.14.00,借,5.00,某大学,手续费,,',
    ].join('\n')
    expect(shown(icbc)).toMatchObject({
      rows: ['0012345|120000|某大学|6222|2026-02-27 09:13:22|MX2222 汇款'],
      outgoing: 1,
    })
    const boc = [
      '查询账号[ Inquirer account number ],330000000000',
      "交易类型[ Transaction Type ],付款人账号[ Debit Account No. ],付款人名称[ Payer's Name ],交易日期[ Transaction Date ],交易时间[ Transaction time ],交易货币[ Trade Currency ],交易金额[ Trade Amount ],交易流水号[ Transaction reference number ],用途[ Purpose ],交易附言[ Remark ]",
      '来账,6222,某大学,20260227,09:13:22,CNY,"12,800.50",BOC0001,检测费,MX2222',
      '往账,3300,明析科测,20260227,09:15:00,CNY,-500.00,BOC0002,货款,',
      '来账,6222,某大学,20260227,09:16:00,USD,100.00,BOC0003,检测费,',
    ].join('\n')
    expect(shown(boc)).toEqual({
      rows: ['BOC0001|1280050|某大学|6222|2026-02-27 09:13:22|MX2222 检测费'],
      faults: ['第5行：币种“USD”不是人民币'],
      outgoing: 1,
      others: 0,
    })
  })

  it('[Q-349] signed amounts, our own columns in another order, and two statements below each other', () => {
    const text = [
      '到账时间,付款户名,流水号,金额',
      '2026年2月7日,甲,A0001,"+1,000"',
      '2026-02-07,乙,A0002,-3.00',
      '流水号,金额,付款户名,到账时间',
      'A0003,2元,丙,2026/2/8 9:05',
      'A0004\t１.５０\t丁\t2026-02-08',
    ].join('\n')
    expect(shown(text)).toEqual({
      rows: ['A0001|100000|甲||2026-02-07|', 'A0003|200|丙||2026-02-08 09:05|', 'A0004|150|丁||2026-02-08|'],
      faults: [],
      outgoing: 1,
      others: 0,
    })
  })

  it('[Q-349] names the columns that a head has not, and imports nothing', () => {
    expect(shown('某公司交易明细\n交易日期,借方金额,贷方金额,摘要\n20260227,,3,检测费')).toEqual({
      rows: [],
      faults: ['第2行是表头，但缺少这些列：流水号、对方户名（或付款户名、对方名称）'],
      outgoing: 0,
      others: 0,
    })
    expect(shown('流水号,对方户名,借方金额,摘要\nA0001,甲,3,x').faults).toEqual([
      '第1行是表头，但缺少这些列：交易日期（或交易时间、记账日期）、贷方金额（或收入金额、转入金额、金额）',
    ])
  })

  it('[Q-349] tells what it cannot read: an unknown direction, a reversal, a number spoilt by Excel, 31 February', () => {
    const head = '流水号,交易日期,收支,金额,对方户名\n'
    expect(readBankLines(`${head}A0001,20260227,转账,3,甲`, now).faults).toEqual(['第2行：看不出“转账”是收入还是支出'])
    expect(readBankLines(`${head}1.1065E+17,20260227,收,3,甲`, now).faults[0]).toContain('科学计数')
    expect(readBankLines(`${head}A0001,20260231,收,3,甲`, now).faults[0]).toContain('格式不正确')
    const credit = '流水号,交易日期,贷方金额,借方金额,对方户名\nA0001,20260227,-3.00,,甲'
    expect(readBankLines(credit, now).faults).toEqual(['第2行：金额“-3.00”应为大于零的数字'])
  })

  it('[Q-349] a quote that is not closed does not swallow the rows below it', () => {
    const text = '流水号,交易日期,金额,对方户名,附言\nA0001,20260227,3,甲,"靶材\nA0002,20260227,4,乙,'
    expect(shown(text).rows).toEqual(['A0001|300|甲||2026-02-27|靶材', 'A0002|400|乙||2026-02-27|'])
  })

  it('[Q-383] reads a text of only brackets, cells or lines at once', () => {
    for (const text of ['[', '(', '[(', ',', '\t', 'a\n', '"', '交易日期[,']) {
      const started = performance.now()
      expect(readBankLines(text.repeat(200_000 / text.length), now).lines).toEqual([])
      // Brackets took 90 s.
      expect([text, performance.now() - started < 10_000]).toEqual([text, true])
    }
  })
})
