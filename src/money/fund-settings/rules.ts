import { z } from 'zod'
import { numberFault, requiredText } from '../../platform/contract/fields.ts'
import type { Settings } from '../../core/settings/rules.ts'

// One flat form over four settings, because fields of a form have one name each. Amounts are integer fen.

const MOST_FEN = 10_000_000_000

function fen(label: string) {
  return z
    .number({ error: numberFault(`请填写${label}`) })
    .int(`${label}最多两位小数`)
    .min(0, `${label}不能为负`)
    .max(MOST_FEN, `${label}不能超过 1 亿元`)
}

/** Groups of four digits are how accounts are written; 8 to 30 digits is what Chinese banks use. */
const accountNumber = requiredText('银行账号', 40)
  .transform((text) => text.normalize('NFKC'))
  .refine((text) => /^\d{8,30}$/.test(text.replaceAll(' ', '')), '银行账号应为 8 到 30 位数字，可以用空格分组')

export const fundSettingsForm = {
  holder: requiredText('户名', 80),
  bank: requiredText('开户行', 80),
  account: accountNumber,
  studentCreditFen: fen('学生信用额度'),
  teacherCreditFen: fen('教师信用额度'),
  individualCreditFen: fen('个人信用额度'),
  enterpriseCreditFen: fen('企业信用额度'),
  secondPersonAboveFen: fen('复核金额'),
  finalAmountSecondAbovePercent: z
    .number({ error: numberFault('请填写比例') })
    .int('比例应为整数')
    .min(100, '比例不能小于 100%')
    .max(1000, '比例不能超过 1000%'),
}
export type FundSettings = z.output<z.ZodObject<typeof fundSettingsForm>>

/** What is stored may be empty, as in a new installation. */
export const fundSettingsView = { ...fundSettingsForm, holder: z.string(), bank: z.string(), account: z.string() }

type Stored = Pick<
  Settings,
  'bankAccount' | 'creditLimitFen' | 'secondPersonAboveFen' | 'finalAmountSecondAbovePercent'
>

export function formOf({ bankAccount, creditLimitFen, ...rest }: Stored): FundSettings {
  return {
    ...bankAccount,
    studentCreditFen: creditLimitFen.student,
    teacherCreditFen: creditLimitFen.teacher,
    individualCreditFen: creditLimitFen.individual,
    enterpriseCreditFen: creditLimitFen.enterprise,
    ...rest,
  }
}

export function settingsOf(form: FundSettings): Stored {
  const { holder, bank, account, secondPersonAboveFen, finalAmountSecondAbovePercent } = form
  return {
    bankAccount: { holder, bank, account },
    creditLimitFen: {
      student: form.studentCreditFen,
      teacher: form.teacherCreditFen,
      individual: form.individualCreditFen,
      enterprise: form.enterpriseCreditFen,
    },
    secondPersonAboveFen,
    finalAmountSecondAbovePercent,
  }
}
