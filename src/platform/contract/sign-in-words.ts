/** How somebody tried to sign in. */
export const signInMethods = {
  password: '密码',
  code: '短信验证码',
  wechat: '微信扫码',
  factor: '动态验证码',
  enrol: '首次绑定验证器',
} as const
export type SignInMethod = keyof typeof signInMethods

export const signInOutcomes = {
  done: '登录成功',
  doubt: '成功，身份待核实',
  next: '已通过第一步，待下一步',
  wrong: '密码或验证码错误',
  locked: '尝试过多，暂停登录',
} as const
export type SignInOutcome = keyof typeof signInOutcomes
