import { defineRefusals, type Refusal, refuse } from '../../platform/contract/refusal.ts'

export const staffErrors = defineRefusals({
  wrongPassword: '账号或密码错误',
  tooManyAttempts: ['尝试次数过多，请稍后重试', 429],
  ticketExpired: '登录已超时，请重新输入账号和密码',
  wrongStep: ['登录步骤已变化，请重新登录', 409],
  wrongFactor: '验证码不正确或已使用过，请等待新的验证码后再试',
  weakPassword: '[密码]过于常见，请更换',
  samePassword: '新密码不能与原密码相同',
  wrongOldPassword: '原密码不正确',
  accountTaken: '该账号已存在',
  notYourself: ['不能更改自己的角色、状态或登录方式，请由另一位管理员操作', 403],
  absenceDays: '结束日期不能早于开始日期或今天',
  absenceTooFar: '最多登记一年以内的日期',
  absenceOverlaps: ['这段时间内已有不在岗登记，请先取消', 409],
  notDeputy: '代班人须是同一角色的在用员工',
  deputyAway: ['代班人这段时间也不在岗，请选择其他代班人', 409],
  noSuchRole: '角色不存在或已停用，请重新选择',
  roleNameTaken: ['已有同名的角色', 409],
  roleChanged: ['这个角色刚被其他人修改，请刷新后再改', 409],
  roleInUse: ['还有员工使用这个角色', 409],
  tooManyRoles: '自定义角色过多，请先停用不用的角色',
  notGrantable: ['这项权限不能放入自定义角色', 403],
  aboveLimit: ['超出您的限额，请由限额更高的同事处理', 403],
  notConfirmed: '输入的账号与所选员工不一致',
})

/** Says how long to wait, and who can help somebody who does not know the password or has no app. */
export function tooManyAttempts(waitSeconds: number): Refusal {
  const wait = waitSeconds < 60 ? `${waitSeconds} 秒` : `${Math.ceil(waitSeconds / 60)} 分钟`
  return refuse(staffErrors.tooManyAttempts, `尝试次数过多，请 ${wait}后再试。忘记密码或没有验证器时，请联系管理员重置`)
}
