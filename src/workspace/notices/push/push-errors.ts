import { defineRefusals } from '../../../platform/contract/refusal.ts'

export const pushErrors = defineRefusals({
  pushOff: '本站没有开启手机推送',
  pushService: '暂不支持此浏览器的推送服务',
  pushKeys: '浏览器提供的推送信息不完整，请关闭后重新开启',
  pushNeedsBrowser: '只能在登录的浏览器中开启',
})
