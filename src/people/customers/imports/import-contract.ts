import { z } from 'zod'
import { optionalText, phoneField, requiredText } from '../../../platform/contract/fields.ts'
import { type ProfileValues, profileFaults } from '../profile-rules.ts'
import { type UserType, userTypes } from '../rules.ts'

const typeNames = new Map(
  Object.entries(userTypes).map(([number, label]) => [label as string, Number(number) as UserType]),
)

/** A row of customers. What is filled in follows the rules of the profile; what is missing the customer fills in before ordering. */
export const customerRow = z
  .object({
    phone: phoneField,
    name: requiredText('姓名', 30),
    userType: optionalText('用户类型', 10)
      .refine((text) => !text || typeNames.has(text), `用户类型应为${Object.values(userTypes).join('、')}之一`)
      .transform((text) => (text ? (typeNames.get(text) ?? null) : null)),
    company: z.string().default(''),
    email: z.string().default(''),
    teacher: z.string().default(''),
    advisor: z.string().default(''),
  })
  // The type is checked above, and what is missing may be missing.
  .superRefine((values, issues) => {
    for (const { field, message } of profileFaults(profileOf(values)))
      if (field !== 'organization' && values[field as 'name'])
        issues.addIssue({ code: 'custom', path: [field], message })
  })
export type CustomerRowValues = z.output<typeof customerRow>

function profileOf({
  name,
  userType,
  company,
  email,
  teacher,
}: Omit<CustomerRowValues, 'phone' | 'advisor'>): ProfileValues {
  const none = { teacher_phone: '', teacher_mail: '', address_code: '', address: '' }
  return { name, organization: userType, company, email, teacher, ...none }
}
