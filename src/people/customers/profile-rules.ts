import { isEmail } from '../../platform/contract/email.ts'
import { type UserType, userTypes } from './rules.ts'

/** The fields of the profile dialog in its order, with the names of the specification. */
export interface ProfileValues {
  name: string
  email: string
  organization: number | null
  company: string
  teacher: string
  teacher_phone: string
  teacher_mail: string
  address_code: string
  address: string
}

export interface ProfileFault {
  field: keyof ProfileValues
  message: string
}

export const profileLabels = {
  name: '姓名',
  email: '邮箱',
  organization: '用户类型',
  company: '公司/单位',
  teacher: '导师/负责人',
  teacher_phone: '导师电话',
  teacher_mail: '导师邮箱',
  address_code: '所在地区',
  address: '详细地址',
} as const

const MOST = {
  name: 30,
  email: 100,
  company: 100,
  teacher: 30,
  teacher_phone: 20,
  teacher_mail: 100,
  address: 100,
} as const

export function isUserType(value: unknown): value is UserType {
  return typeof value === 'number' && Object.hasOwn(userTypes, value)
}

/** Everything wrong with a profile, in the order of the fields. Only students must name a teacher. */
export function profileFaults(values: ProfileValues): ProfileFault[] {
  const faults: ProfileFault[] = []
  const add = (field: keyof ProfileValues, what: string) =>
    faults.push({ field, message: `「${profileLabels[field]}」${what}` })
  const required = (field: 'name' | 'email' | 'company' | 'teacher' | 'address') => {
    if (values[field] === '') add(field, '不能为空')
    else if (values[field].length > MOST[field]) add(field, `不能超过${MOST[field]}个字`)
  }
  required('name')
  required('email')
  if (values.email !== '' && !isEmail(values.email)) add('email', '格式不正确')
  if (values.organization === null) add('organization', '不能为空')
  else if (!isUserType(values.organization)) add('organization', '不正确')
  required('company')
  if (values.organization === 0) required('teacher')
  for (const field of ['teacher_phone', 'teacher_mail'] as const) {
    if (values[field].length > MOST[field]) add(field, `不能超过${MOST[field]}个字`)
  }
  if (values.teacher_mail !== '' && !isEmail(values.teacher_mail)) add('teacher_mail', '格式不正确')
  if (values.address_code === '') add('address_code', '不能为空')
  else if (!/^\d{6}$/.test(values.address_code)) add('address_code', '格式不正确')
  required('address')
  return faults
}
