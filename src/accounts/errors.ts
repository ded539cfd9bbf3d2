import { defineRefusals } from '../platform/contract/refusal.ts'

export const accountErrors = defineRefusals({
  wrongPassword: '用户名或密码错误',
  tooManyTries: ['密码错误次数过多，请稍后再试，或使用验证码登录', 429],
  wrongCode: '验证码错误或已失效',
  tooManyCodeTries: ['验证码错误次数过多，请1小时后再试', 429],
  codeTooSoon: ['验证码发送过于频繁，请稍后再试', 429],
  codeNotSent: '验证码发送失败，请稍后重试',
  agreementChanged: ['用户协议或隐私政策已更新，请重新阅读并同意', 409],
  phoneTaken: '该手机号已注册，请直接登录',
  wrongOldPassword: '原密码不正确',
  weakPassword: '[密码]过于常见，请更换',
  unknownRegion: '「所在地区」不存在，请重新选择',
  typeFixed: '用户类型已认证，如需变更请联系您的顾问',
  wechatClosed: '微信扫码登录尚未开通，请使用密码或短信验证码登录',
  wechatFailed: '微信暂时没有响应，请稍后重试，或使用其他方式登录',
  tooManyTickets: ['获取二维码过于频繁，请稍后再试', 429],
  bindExpired: '微信绑定已过期，请重新扫码',
  wechatTaken: '该微信或该账号已有其他绑定，请先在原账号中解除',
  wechatNotBound: '当前账号没有绑定微信',
  refreshRefused: ['登录已失效，请重新登录', 401],
})
