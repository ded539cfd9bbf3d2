import { defineRefusals } from '../../platform/contract/refusal.ts'

export const accountErrors = defineRefusals({
  wrongPassword: '用户名或密码错误',
  tooManyTries: ['密码错误次数过多，请稍后重试，或使用验证码登录', 429],
  wrongCode: '验证码错误或已失效',
  tooManyCodeTries: ['验证码错误次数过多，请1小时后再试', 429],
  codeTooSoon: ['验证码发送过于频繁，请稍后重试', 429],
  codeNotSent: '验证码发送失败，请稍后重试',
  agreementChanged: ['用户协议或隐私政策已更新，请重新阅读并同意', 409],
  textChanged: ['协议已更新，请重新阅读并同意', 409],
  phoneTaken: '该手机号已注册，请直接登录',
  wrongOldPassword: '原密码不正确',
  weakPassword: '[密码]过于常见，请更换',
  unknownRegion: '「所在地区」不存在，请重新选择',
  typeFixed: '用户类型已认证，如需变更请联系客户经理',
  emailByCode: '「邮箱」须用验证码更换，请在「我的资料」中点「更换邮箱」',
  wechatClosed: '微信扫码登录尚未开通，请使用密码或短信验证码登录',
  wechatFailed: '微信暂时没有响应，请稍后重试，或使用其他方式登录',
  tooManyTickets: ['获取二维码过于频繁，请稍后重试', 429],
  bindExpired: '微信绑定已过期，请重新扫码',
  wechatTaken: '该微信或该账号已有其他绑定，请先在原账号中解除',
  wechatNotBound: '当前账号没有绑定微信',
  consentRequired: ['请先阅读并同意《用户协议》和《隐私政策》', 403],
  bindInDoubt: ['您已较长时间没有登录，请先用密码或验证码登录并验证身份，再绑定微信', 403],
  passwordTooNew: '密码是最近通过短信重置的，不能用于验证身份，请使用邮箱验证码',
  noSecondWay: '没有可用的第二种验证方式，请联系客户经理核实身份',
  wrongFactor: '验证码不正确或已使用，请等验证器显示新的验证码后重试',
  tooManyFactorTries: ['验证码错误次数过多，请稍后重试', 429],
  noSecondFactor: ['该账号没有开启两步验证', 409],
  bindBeforeFactor: ['该账号已开启两步验证，不能在登录时绑定微信。请登录后关闭两步验证，绑定微信后再开启', 403],
  refreshRefused: ['登录已失效，请重新登录', 401],
})

export const customerImportErrors = defineRefusals({
  rowChanged: ['核对之后资料已变化，没有写入', 409],
  changedSince: ['导入之后资料已被修改，不能撤销', 409],
  gone: ['账户已不存在', 409],
})
